# fails: confirm_no
# mistake: a no always empties the time, and the new time in it is lost

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        self.time = None
        return self.ask_next()
