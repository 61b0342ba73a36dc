# fails: not_understood
# mistake: the reason is 'unknown' and not 'not_understood'

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        return super().hand_off("unknown" if reason == "not_understood" else reason)
