# fails: wants_human
# mistake: the summary leaves out the day

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def summary(self):
        return {"time": self.time, "name": self.name}
