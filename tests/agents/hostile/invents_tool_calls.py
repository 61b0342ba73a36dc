# verdict: FAILED
# why: it names a call in every turn that never happened
# message: tool_calls
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        return {**answer, "tool_calls": [*answer["tool_calls"], "send_text"]}
