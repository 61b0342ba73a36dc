# verdict: FAILED
# why: it calls itself without end
# message: RecursionError
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        return self.book()
