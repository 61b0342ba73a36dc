# fails: happy, one_shot, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: handle returns the state from before the turn

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        before = self.state
        return {**super().handle(text), "state": before}
