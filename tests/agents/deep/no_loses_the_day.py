# breaks: loses correction
# shortest: 4
# mistake: only a time is taken from a no

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def on_no(self, heard):
        return super().on_no({**heard, "day": None})
