# fails: wants_human
# mistake: the reason is 'human' and not 'user_request'

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        return super().hand_off("human" if reason == "user_request" else reason)
