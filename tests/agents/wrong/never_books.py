# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: it says that the booking is made but never calls book

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        pass
