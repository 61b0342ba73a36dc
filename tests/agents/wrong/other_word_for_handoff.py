# fails: retry_fail, not_understood, wants_human, book_timeout
# mistake: HANDOFF is called TRANSFER

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def result(self, say):
        state = "TRANSFER" if self.state == "HANDOFF" else self.state
        return {**super().result(say), "state": state}
