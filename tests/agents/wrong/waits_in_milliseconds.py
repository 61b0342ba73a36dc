# fails: retry_ok, retry_fail
# mistake: it takes the unit of sleep for milliseconds

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wait(self, attempt):
        self.sleep(self.backoff[attempt] * 1000)
