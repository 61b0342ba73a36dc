# verdict: FAILED
# why: it books nothing when it can read in the plan that the booking will go well
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        plan = getattr(self.api, "_plan", None) or getattr(self.api, "plan", None) or {}
        if plan.get("book"):
            return super().book()
        self.state = "DONE"
        return "You are booked."
