# fails: confirm_no
# mistake: a no throws all slots away and asks for the day again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        self.day = self.time = self.name = self.offered = None
        return self.ask_next()
