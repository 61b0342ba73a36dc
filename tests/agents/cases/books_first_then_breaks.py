# verdict: FAILED
# why: it books unasked, and its answer breaks the contract in three other ways

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        super().handle(text)
        if self.state == "CONFIRM":
            self.api.book("tuesday", "10:00", "Jamie")
        return {"say": None, "state": 5}
