# verdict: FAILED
# why: it forks, and both copies answer
import os

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        os.fork()
        return super().handle(text)
