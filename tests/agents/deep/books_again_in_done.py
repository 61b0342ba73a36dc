# breaks: books without yes
# shortest: 3
# mistake: a second yes, after DONE, books once more

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def answer(self, text):
        if self.state == "DONE" and self.listen(text)["intent"] == "yes":
            return self.on_yes()
        return super().answer(text)
