# verdict: FAILED
# why: its endless loop swallows every exception
# message: no answer
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass
