# fails: retry_ok, retry_fail, taken
# mistake: it offers times that are written into the code and never searches

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def find_slots(self):
        return ["10:00", "14:30"]
