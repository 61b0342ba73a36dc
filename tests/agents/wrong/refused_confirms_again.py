# fails: taken
# mistake: after a refusal it searches, but reads the refused time back again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        self.search()
        self.state = "CONFIRM"
        return self.question()
