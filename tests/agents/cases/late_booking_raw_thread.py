# verdict: FAILED
# why: a thread that Python's list of threads does not know books a moment after the read-back

import _thread
import time

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        answer = super().handle(text)
        if answer["state"] == "CONFIRM":
            _thread.start_new_thread(self.book_slowly, tuple(self.slots.values()))
        return answer

    def book_slowly(self, *values):
        time.sleep(0.3)
        self.api.book(*values)
