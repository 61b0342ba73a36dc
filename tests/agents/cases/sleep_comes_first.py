# verdict: NOT GRADABLE
# why: the constructor takes sleep before api

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def __init__(self, sleep, api):
        super().__init__(api, sleep)
