# verdict: FAILED
# why: its endless loop swallows everything that can be raised
# message: no answer
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass
