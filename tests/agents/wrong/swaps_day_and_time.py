# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: day and time are swapped in the call of book

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.tool_calls.append("book")
        self.api.book(self.time, self.day, self.name)
