# fails: taken
# mistake: after a refusal it starts again with the day

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        self.day = None
        self.time = None
        return self.ask_next()
