# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: it books as soon as all slots are full

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def ask_next(self):
        say = super().ask_next()
        if self.state == "CONFIRM":
            return self.on_yes()
        return say
