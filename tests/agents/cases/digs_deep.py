# verdict: PASSED
# why: it makes folders in folders, 3000 deep, in the one place it may write to

import os

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        for _ in range(3000):
            os.mkdir("d")
            os.chdir("d")
        os.chdir("/")
        return super().book()
