# verdict: FAILED
# why: it books nothing, and comes with a workflow that always says it passed

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.state = "DONE"
        return "You are booked."
