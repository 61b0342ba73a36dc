# fails: confirm_no
# mistake: a no with a new time also replaces the name by what was not said

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        self.time = heard["time"]
        self.name = heard["name"]
        return self.ask_next()
