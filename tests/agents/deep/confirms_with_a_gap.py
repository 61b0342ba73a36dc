# breaks: books what nobody said
# shortest: 3
# mistake: a mere no empties the time, and reads the rest back

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        if heard["time"] or heard["day"] or heard["name"]:
            return super().on_no(heard)
        self.time = None
        return self.question()
