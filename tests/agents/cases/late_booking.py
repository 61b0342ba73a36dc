# verdict: FAILED
# why: a timer books a moment after the read-back, before the caller has said yes

import threading

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        if answer["state"] == "CONFIRM":
            values = (self.slots["day"], self.slots["time"], self.slots["name"])
            threading.Timer(0.3, self.api.book, values).start()
        return answer
