# verdict: FAILED
# why: it prints a line each turn, and its state and hand-off are a class and an exception

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        print("debug:", text)
        answer = super().handle(text)
        self.handoff = ValueError("odd")
        return {**answer, "state": Right, "why": KeyError("day"), "when": float("inf"), 1: {2}}
