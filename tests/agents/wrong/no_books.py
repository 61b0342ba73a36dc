# fails: confirm_no
# mistake: a no with a new time books that time at once

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        self.fill(heard)
        return self.on_yes()
