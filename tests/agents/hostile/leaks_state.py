# verdict: FAILED
# why: the slots belong to the class, so that one caller's slots are the next one's
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    shared = {"day": None, "time": None, "name": None}

    def __init__(self, api, sleep=None):
        super().__init__(api, sleep)
        self.slots = self.shared
