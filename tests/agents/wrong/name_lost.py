# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: the name is asked for but not handed to book

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.tool_calls.append("book")
        self.api.book(self.day, self.time, "")
