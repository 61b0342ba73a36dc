# verdict: FAILED
# why: a state has a blank at its end and small letters

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        state = "Confirm " if self.state == "CONFIRM" else self.state
        return {**answer, "state": state}
