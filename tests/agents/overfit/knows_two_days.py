# fails varied: happy, one_shot, retry_ok, retry_fail, wants_human, book_timeout
# mistake: it looks for the two days of the scenarios only

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def listen(self, text):
        heard = super().listen(text)
        known = "tuesday" in text.lower() or "friday" in text.lower()
        return heard if known else {**heard, "day": None}
