# breaks: keeps the caller
# shortest: 2
# mistake: in CONFIRM only yes and no are listened to

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wants_human(self, heard):
        return super().wants_human(heard) and self.state != "CONFIRM"
