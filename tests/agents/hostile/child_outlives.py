# verdict: FAILED
# why: it never books, and leaves a process of its own behind for a minute
import subprocess
import sys

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        self.state = "DONE"
        return "You will be booked."
