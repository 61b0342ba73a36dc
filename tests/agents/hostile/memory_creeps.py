# verdict: FAILED
# why: a list grows for ever
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        notes = []
        while True:
            notes.append("x" * 1_000_000)
