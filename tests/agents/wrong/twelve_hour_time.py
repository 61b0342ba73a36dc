# fails: happy, one_shot, confirm_no, taken, book_timeout
# mistake: the time is booked as it is spoken, such as '10:00 AM'

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        hour, minute = self.time.split(":")
        half = "AM" if int(hour) < 12 else "PM"
        spoken = f"{(int(hour) - 1) % 12 + 1}:{minute} {half}"
        self.tool_calls.append("book")
        self.api.book(self.day, spoken, self.name)
