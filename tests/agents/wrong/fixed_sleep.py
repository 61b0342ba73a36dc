# fails: retry_ok, retry_fail
# mistake: it waits with time.sleep and not with the sleep it was given

import time

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wait(self, attempt):
        time.sleep(self.backoff[attempt])
