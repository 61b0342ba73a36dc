# verdict: FAILED
# why: it raises an exception whose text raises
# message: Odd
from right_agent import VoiceAgent as Right


class Odd(Exception):
    def __str__(self):
        raise ValueError("no text")

    __repr__ = __str__


class VoiceAgent(Right):
    def book(self):
        raise Odd
