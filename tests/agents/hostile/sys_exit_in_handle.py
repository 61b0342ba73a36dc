# verdict: FAILED
# why: it calls sys.exit when the conversation is over
# message: exit
import sys

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        if self.state in ("DONE", "HANDOFF"):
            sys.exit()
        return answer
