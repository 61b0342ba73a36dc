# breaks: gives up early
# shortest: 2
# mistake: the retries are counted over the whole call, not per search

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def retries(self):
        return self.max_retries - getattr(self, "used", 0)

    def wait(self, attempt):
        super().wait(attempt)
        self.waited = getattr(self, "waited", 0) + 1

    def ask_next(self):
        said = super().ask_next()
        self.used = getattr(self, "waited", 0)
        return said
