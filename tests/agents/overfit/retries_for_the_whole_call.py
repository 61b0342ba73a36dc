# fails varied: taken
# mistake: the retries of all searches together are counted, not those of each

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    spent = 0

    def retries(self):
        return self.max_retries - self.spent

    def wait(self, attempt):
        self.wait_s = self.backoff[attempt]
        self.sleep(self.wait_s)

    def search(self):
        before = len(self.api.calls)
        found = super().search()
        self.spent += max(0, len(self.api.calls) - before - 1)
        return found
