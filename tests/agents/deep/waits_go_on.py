# breaks: waits otherwise
# shortest: 2
# mistake: the waits go on growing in the next search

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wait(self, attempt):
        self.waited = getattr(self, "waited", -1) + 1
        self.sleep(self.backoff[min(self.waited, 1)])
