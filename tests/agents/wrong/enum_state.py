# fails: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: the state is a member of a plain Enum and not a string

from enum import Enum

from plain_agent import VoiceAgent as Right

State = Enum("State", "LISTEN ASK_DAY ASK_TIME ASK_NAME CONFIRM DONE HANDOFF")


class VoiceAgent(Right):
    def result(self, say):
        return {**super().result(say), "state": State[self.state]}
