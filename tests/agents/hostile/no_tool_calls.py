# verdict: FAILED
# why: its answer has no tool_calls
# message: tool_calls
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        del answer["tool_calls"]
        return answer
