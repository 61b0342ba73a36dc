# verdict: FAILED
# why: it raises an exception whose text never ends
from right_agent import VoiceAgent as Right


class Odd(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


class VoiceAgent(Right):
    def correct(self, new):
        raise Odd
