# fails: confirm_no
# mistake: the corrected time is read back, but the old one is booked

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        old = self.time
        self.fill(heard)
        say = self.ask_next()
        self.time = old
        return say
