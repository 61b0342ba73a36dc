# fails: retry_fail
# mistake: it calls find_slots a fourth time

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def retries(self):
        return self.max_retries + 1

    def wait(self, attempt):
        self.sleep((*self.backoff, 2.0)[attempt])
