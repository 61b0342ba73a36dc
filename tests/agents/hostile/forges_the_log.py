# verdict: FAILED
# why: it never calls book but writes into the log that it did
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        values = (self.slots["day"], self.slots["time"], self.slots["name"])
        self.api.calls.append(("book", values, "ok"))
        self.tools.append("book")
        self.state = "DONE"
        return "You are booked."
