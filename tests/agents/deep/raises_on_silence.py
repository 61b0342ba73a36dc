# breaks: no answer
# shortest: 1
# mistake: it takes the last word of everything, and silence has none

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def listen(self, text):
        self.last_word = text.split()[-1]
        return super().listen(text)
