# fails: retry_fail
# mistake: it always waits the first of the two times

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wait(self, attempt):
        self.sleep(self.backoff[0])
