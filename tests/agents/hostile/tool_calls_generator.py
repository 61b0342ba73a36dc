# verdict: FAILED
# why: its tool_calls are a generator
# message: tool_calls
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        return {**answer, "tool_calls": (name for name in answer["tool_calls"])}
