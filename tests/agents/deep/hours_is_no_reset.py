# breaks: hands off too soon
# shortest: 3
# mistake: being asked for the hours does not set the count of misses back

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def answer(self, text):
        missed = self.misses
        said = super().answer(text)
        if self.listen(text)["intent"] in ("hours", "cancel"):
            self.misses = missed
        return said
