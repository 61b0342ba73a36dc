# fails: retry_fail, not_understood, wants_human, book_timeout
# mistake: agent.handoff is filled, but the state stays what it was

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        state = self.state
        say = super().hand_off(reason)
        self.state = state
        return say

    def give_up(self):
        self.hand_off("tool_failure")
        return "ASK_DAY"
