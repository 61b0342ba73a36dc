# fails: not_understood
# mistake: it hands off as soon as it has not understood once

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def not_understood(self):
        return self.hand_off("not_understood")
