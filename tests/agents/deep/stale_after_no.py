# breaks: books what was not offered
# shortest: 4
# mistake: after a no with another day the times of the day before are offered

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        if not heard["day"]:
            return super().on_no(heard)
        self.day, self.time = heard["day"], None
        return self.ask_next()
