# verdict: FAILED
# why: its first answer depends on the order of hashes, in turns whose state nobody asks about

from right_agent import VoiceAgent as Right

STATES = ("LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM")


class VoiceAgent(Right):
    fresh = True

    def handle(self, text):
        answer = super().handle(text)
        if self.fresh:
            self.fresh = False
            answer["state"] = min(STATES, key=lambda name: hash(name + text))
        return answer
