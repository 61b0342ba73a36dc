# breaks: forgets the day
# shortest: 2
# mistake: whoever asks for a person in CONFIRM has to say it all again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def summary(self):
        if self.name and self.offered:
            return {}
        return super().summary()
