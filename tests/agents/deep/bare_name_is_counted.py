# breaks: hands off too soon
# shortest: 4
# mistake: a bare name is taken, and counted as a miss all the same

from plain_agent import VoiceAgent as Right
from voicekit.nlu import parse


class VoiceAgent(Right):
    def answer(self, text):
        bare = self.state == "ASK_NAME" and parse(text)["intent"] == "unknown"
        said = super().answer(text)
        if bare and self.state == "CONFIRM":
            self.misses = 1
        return said
