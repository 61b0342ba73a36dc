# verdict: NOT GRADABLE
# why: the constructor takes no sleep
# message: sleep
import time

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def __init__(self, api):
        super().__init__(api, time.sleep)
