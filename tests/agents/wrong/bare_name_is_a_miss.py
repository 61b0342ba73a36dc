# fails: happy
# mistake: a name said alone, which the parser does not find, is not understood

from plain_agent import VoiceAgent as Right

from voicekit.nlu import parse


class VoiceAgent(Right):
    def listen(self, text):
        return parse(text)
