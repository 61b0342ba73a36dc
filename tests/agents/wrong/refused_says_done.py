# fails: taken
# mistake: a refused booking is reported as made

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        return self.booked()
