# verdict: FAILED
# why: it books nothing, and puts a list in the place of the log that it writes itself
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def __init__(self, api, sleep=None):
        super().__init__(api, sleep)
        api.calls = [("find_slots", ("tuesday",), "ok")]

    def book(self):
        self.api.calls = [("book", ("tuesday", "10:00", "Jamie"), "ok")]
        self.tools.append("book")
        self.state = "DONE"
        return "You are booked."
