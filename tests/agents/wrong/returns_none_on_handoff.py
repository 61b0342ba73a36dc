# fails: retry_fail, not_understood, wants_human, book_timeout
# mistake: the branch that hands off has no return

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        if self.state != "HANDOFF":
            return answer
