# fails varied: not_understood
# mistake: it counts the mumbling of the scenario as misses, and no other

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def listen(self, text):
        heard = super().listen(text)
        missed = heard["intent"] != "unknown" or text in ("hmm", "blah blah")
        return heard if missed else {**heard, "intent": "inform"}
