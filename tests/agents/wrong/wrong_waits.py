# fails: retry_ok, retry_fail
# mistake: the two waits stand in the wrong order

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wait(self, attempt):
        self.sleep([1.0, 0.5][attempt])
