# fails varied: wants_human
# mistake: it looks for the words of the scenario instead of the intent human

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def wants_human(self, heard):
        return "talk to a person" in self.text

    def answer(self, text):
        self.text = text
        return super().answer(text)
