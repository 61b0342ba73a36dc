# verdict: FAILED
# why: it raises an exception with a text of 10 MB
# message: ValueError
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        raise ValueError("x" * 10_000_000)
