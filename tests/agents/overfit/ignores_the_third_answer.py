# fails varied: one_shot, retry_ok, wants_human, taken
# mistake: one wait of 0.5 s is worth an answer; after the second it hands off whatever came

from plain_agent import VoiceAgent as Right

from voicekit.clinic import ToolTimeout


class VoiceAgent(Right):
    def search(self):
        for attempt in range(3):
            try:
                self.offered = self.find_slots()
                return attempt < 2
            except ToolTimeout:
                if attempt < 2:
                    self.wait(attempt)
        return False
