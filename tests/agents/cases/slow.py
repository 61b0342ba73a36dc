# verdict: PASSED
# why: it thinks for a fifth of a second before each answer

import time

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        time.sleep(0.2)
        return super().handle(text)
