# verdict: FAILED
# why: it asks itself for an attribute that it does not have
import sys

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def __getattr__(self, name):
        sys.setrecursionlimit(10**9)
        return getattr(self, name)

    def book(self):
        return self.receptionist.book()
