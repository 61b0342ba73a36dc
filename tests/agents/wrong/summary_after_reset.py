# fails: wants_human
# mistake: the slots are emptied before the summary is made

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        self.day = self.time = self.name = None
        return super().hand_off(reason)
