# verdict: FAILED
# why: it asks for 8 GB
# message: emory
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.notes = bytearray(8 << 30)
