# breaks: sends refused again
# shortest: 4
# mistake: a refused time is still offered, and not emptied

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        self.search()
        self.offered = [self.time, *self.offered]
        self.state = "ASK_TIME"
        return self.question()
