# fails: taken
# mistake: a refused booking is handed to a person

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def refused(self):
        return self.hand_off("tool_failure")
