# fails varied: wants_human
# mistake: the summary for a wish for a person is that of the scenario

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def summary(self):
        return {"day": "friday", "time": None, "name": None}
