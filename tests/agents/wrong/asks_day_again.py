# fails: one_shot, confirm_no, wants_human, taken, book_timeout
# mistake: what the first sentence says is not taken: it asks for the day again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def fill(self, heard):
        if self.state != "LISTEN":
            super().fill(heard)
