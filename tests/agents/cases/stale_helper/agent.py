# verdict: PASSED
# why: its helper was edited to a text of the same length within the same second

from reasons import REASON
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        return super().hand_off(REASON if reason == "user_request" else reason)
