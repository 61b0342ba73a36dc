# breaks: shared
# shortest: 2
# mistake: once somebody has asked for the hours, no agent of the process hands over any more

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    asked = []

    def listen(self, text):
        heard = super().listen(text)
        if heard["intent"] == "hours":
            self.asked.append(self)
        return heard

    def wants_human(self, heard):
        return super().wants_human(heard) and all(one is self for one in self.asked)
