# fails varied: happy, one_shot, confirm_no, taken, book_timeout
# mistake: it looks for the words of the scenarios instead of the time that parse finds

from plain_agent import VoiceAgent as Right

TIMES = {"ten a m": "10:00", "two thirty": "14:30"}


class VoiceAgent(Right):
    def listen(self, text):
        found = [time for words, time in TIMES.items() if words in text.lower()]
        return {**super().listen(text), "time": found[-1] if found else None}
