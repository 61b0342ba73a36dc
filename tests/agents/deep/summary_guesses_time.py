# breaks: invents a summary
# shortest: 2
# mistake: a time that is missing in the summary is the first one offered

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def summary(self):
        return {**super().summary(), "time": self.time or (self.offered or [None])[0]}
