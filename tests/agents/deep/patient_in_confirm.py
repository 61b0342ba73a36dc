# breaks: asks a third time
# shortest: 3
# mistake: in CONFIRM it asks as often as it takes

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def not_understood(self):
        if self.state == "CONFIRM":
            return self.question()
        return super().not_understood()
