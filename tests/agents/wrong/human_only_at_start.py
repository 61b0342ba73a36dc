# fails: wants_human
# mistake: a caller may ask for a person in the first state only

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wants_human(self, heard):
        return heard["intent"] == "human" and self.state == "LISTEN"
