# verdict: FAILED
# why: it kills its own process group
import os
import signal

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        os.killpg(os.getpgrp(), signal.SIGKILL)
