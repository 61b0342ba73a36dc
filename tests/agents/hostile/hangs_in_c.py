# verdict: FAILED
# why: it hangs where no signal handler of Python's gets a turn
# message: no answer
import re

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        re.match(r"(a+)+b", "a" * 40)
