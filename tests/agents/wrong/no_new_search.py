# fails: taken
# mistake: after a refusal it offers what is left of the old list

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        self.offered = [time for time in self.offered if time != self.time]
        self.time = None
        return self.ask_next()
