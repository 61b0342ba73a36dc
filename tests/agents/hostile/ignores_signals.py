# verdict: FAILED
# why: it ignores every signal that can be ignored, and hangs
# message: no answer
import signal

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            pass
