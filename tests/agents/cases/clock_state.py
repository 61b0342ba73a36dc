# verdict: FAILED
# why: its first answer depends on what day it is, in turns whose state nobody asks about

import datetime
import zlib

from right_agent import VoiceAgent as Right

STATES = ("LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM")


class VoiceAgent(Right):
    fresh = True

    def handle(self, text):
        answer = super().handle(text)
        if self.fresh:
            self.fresh = False
            today = f"{datetime.date.today()} {text}"
            answer["state"] = STATES[zlib.crc32(today.encode()) % len(STATES)]
        return answer
