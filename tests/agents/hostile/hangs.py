# verdict: FAILED
# why: it loops for ever when the caller says no
# message: no answer
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        while True:
            pass
