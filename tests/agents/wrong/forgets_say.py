# fails: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: the answer has no say

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def result(self, say):
        return {"state": self.state, "tool_calls": self.tool_calls}
