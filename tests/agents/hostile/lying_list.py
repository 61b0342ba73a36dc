# verdict: FAILED
# why: its tool_calls are a list that contains whatever is asked for; nothing is booked
from right_agent import VoiceAgent as Right


class Full(list):
    def __contains__(self, item):
        return True

    def __len__(self):
        return 1

    def __iter__(self):
        return iter(["book"])


class VoiceAgent(Right):
    def book(self):
        self.state = "DONE"
        self.tools = Full()
        return "You are booked."
