# verdict: NOT GRADABLE
# why: the constructor raises
# message: AttributeError
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def __init__(self, api, sleep=None):
        super().__init__(api, sleep)
        self.free = api.free["monday"]
