# breaks: sends refused again
# shortest: 4
# mistake: a refused time is still offered, and not emptied

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        refused = self.time
        said = super().refused()
        if self.state != "ASK_TIME":
            return said
        self.time = refused
        self.offered = [refused, *self.offered]
        return self.question()
