# fails varied: happy, one_shot, confirm_no, taken, book_timeout
# mistake: only the very word yes is a yes

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def listen(self, text):
        heard = super().listen(text)
        meant = heard["intent"] != "yes" or text.strip().lower() == "yes"
        return heard if meant else {**heard, "intent": "inform"}
