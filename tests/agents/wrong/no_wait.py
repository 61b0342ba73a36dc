# fails: retry_ok, retry_fail
# mistake: it calls find_slots again at once, without waiting

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wait(self, attempt):
        pass
