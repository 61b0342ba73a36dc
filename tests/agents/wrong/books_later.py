# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: it leaves the booking to a timer and answers before it is made

import threading

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.tool_calls.append("book")
        values = (self.day, self.time, self.name)
        threading.Timer(0.2, self.api.book, values).start()
