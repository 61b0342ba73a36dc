# verdict: FAILED
# why: its tool_calls are None where nothing was called

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        return {**answer, "tool_calls": answer["tool_calls"] or None}
