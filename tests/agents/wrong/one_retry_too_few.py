# fails: retry_fail
# mistake: max_retries is taken for the number of calls

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def retries(self):
        return self.max_retries - 1
