# verdict: FAILED
# why: it books from a thread while the caller is already talking again
import threading
import time

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        values = (self.slots["day"], self.slots["time"], self.slots["name"])
        threading.Thread(target=self.book_slowly, args=values).start()
        self.state = "DONE"
        return "You are booked."

    def book_slowly(self, *values):
        time.sleep(0.2)
        self.api.book(*values)
