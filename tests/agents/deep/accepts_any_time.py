# breaks: books what was not offered
# shortest: 4
# mistake: any answer to the question of the time is taken

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def fill(self, heard):
        asked = self.state == "ASK_TIME"
        super().fill(heard)
        if asked and heard["time"] and self.offered is not None:
            self.offered = [*self.offered, heard["time"]]
