# verdict: FAILED
# why: it leaves every call out of tool_calls
# message: tool_calls
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        return {**super().handle(text), "tool_calls": []}
