# verdict: FAILED
# why: it breaks the interpreter
import ctypes

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        ctypes.string_at(0)
