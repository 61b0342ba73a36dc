# breaks: books without yes
# shortest: 2
# mistake: whatever is understood in CONFIRM, and no no, books

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def answer(self, text):
        if self.state == "CONFIRM" and self.listen(text)["intent"] in ("yes", "hours", "cancel"):
            return self.on_yes()
        return super().answer(text)
