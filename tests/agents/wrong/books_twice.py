# fails: happy, one_shot, confirm_no, taken
# mistake: it books on yes and once more on the way to DONE

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def booked(self):
        self.book()
        return super().booked()
