# fails: retry_fail, not_understood, wants_human, book_timeout
# mistake: the hand-off is part of the answer, but agent.handoff is never set

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.passed_on = {"reason": reason, "summary": self.summary()}
        return "One moment, please."

    def result(self, say):
        answer = super().result(say)
        if self.state == "HANDOFF":
            answer["handoff"] = self.passed_on
        return answer
