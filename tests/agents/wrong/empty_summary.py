# fails: wants_human
# mistake: the summary of the hand-off is always empty

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def summary(self):
        return {}
