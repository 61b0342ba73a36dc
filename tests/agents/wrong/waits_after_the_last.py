# fails: retry_fail
# mistake: it waits once more after the last failure, when nothing follows

from plain_agent import VoiceAgent as Right

from voicekit.clinic import ToolTimeout


class VoiceAgent(Right):
    def search(self):
        for attempt in range(self.max_retries + 1):
            try:
                self.offered = self.find_slots()
                return True
            except ToolTimeout:
                self.sleep(self.backoff[min(attempt, 1)])
        return False
