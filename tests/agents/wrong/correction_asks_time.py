# fails: confirm_no
# mistake: a no with a new time keeps that time but asks for a time all the same

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        self.fill(heard)
        self.state = "ASK_TIME"
        return self.question()
