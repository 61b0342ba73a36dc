# fails: taken
# mistake: a refused booking is sent again with the same values

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        return self.on_yes()
