# breaks: books what nobody said
# shortest: 4
# mistake: the name is the first word

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def bare_name(self, words):
        return words[0]
