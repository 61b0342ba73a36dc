# fails: wants_human
# mistake: a caller who asks for a person is asked to repeat

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def listen(self, text):
        heard = super().listen(text)
        if heard["intent"] == "human":
            heard["intent"] = "unknown"
        return heard
