# fails: retry_ok, retry_fail
# mistake: it waits before every call, the first one too

from plain_agent import VoiceAgent as Right

from voicekit.clinic import ToolTimeout


class VoiceAgent(Right):
    def search(self):
        for attempt in range(self.max_retries + 1):
            self.sleep(self.backoff[min(attempt, 1)])
            try:
                self.offered = self.find_slots()
                return True
            except ToolTimeout:
                pass
        return False
