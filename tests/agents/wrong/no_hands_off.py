# fails: confirm_no
# mistake: a no is handed to a person

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        return self.hand_off("not_understood")
