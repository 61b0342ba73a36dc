# verdict: FAILED
# why: it never books, and a forked copy of it lives on with all that was open
import os
import time

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        self.state = "DONE"
        return "You will be booked."
