# verdict: FAILED
# why: it raises the recursion limit and calls itself without end
import sys

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        sys.setrecursionlimit(10**9)
        return self.correct(new)
