# fails: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: the states are written in lower case

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def result(self, say):
        return {**super().result(say), "state": self.state.lower()}
