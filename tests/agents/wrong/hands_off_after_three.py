# fails: not_understood
# mistake: it hands off only when it has not understood three times

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def not_understood(self):
        self.misses += 1
        if self.misses == 3:
            return self.hand_off("not_understood")
        return "Sorry, could you say that again?"
