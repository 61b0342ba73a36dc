# verdict: FAILED
# why: its tool_calls are a set

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        return {**answer, "tool_calls": set(answer["tool_calls"])}
