# verdict: FAILED
# why: its first answer is drawn by lot, in turns whose state nobody asks about

import random

from right_agent import VoiceAgent as Right

STATES = ("LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM")


class VoiceAgent(Right):
    fresh = True

    def handle(self, text):
        answer = super().handle(text)
        if self.fresh:
            self.fresh = False
            answer["state"] = random.choice(STATES)
        return answer
