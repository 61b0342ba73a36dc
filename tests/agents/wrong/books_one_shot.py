# fails: one_shot, confirm_no, taken, book_timeout
# mistake: a caller who says everything in the first sentence is booked at once

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def fill(self, heard):
        super().fill(heard)
        self.first = self.state == "LISTEN"

    def ask_next(self):
        say = super().ask_next()
        if self.state == "CONFIRM" and self.first:
            return self.on_yes()
        return say
