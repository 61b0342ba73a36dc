# breaks: hands off too soon
# shortest: 3
# mistake: the count of misses is never set back

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def answer(self, text):
        missed = self.misses
        said = super().answer(text)
        self.misses = max(missed, self.misses)
        return said

    def not_understood(self):
        self.misses = getattr(self, "missed", 0)
        self.missed = self.misses + 1
        return super().not_understood()
