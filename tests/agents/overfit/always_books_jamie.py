# fails varied: happy, one_shot, confirm_no, taken, book_timeout
# mistake: whoever calls, it books for Jamie

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.name = "Jamie"
        super().book()
