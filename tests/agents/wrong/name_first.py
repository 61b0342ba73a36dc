# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: book is given the name first

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        self.tool_calls.append("book")
        self.api.book(self.name, self.day, self.time)
