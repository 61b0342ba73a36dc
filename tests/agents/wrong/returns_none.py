# fails: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: handle has no return

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        super().handle(text)
