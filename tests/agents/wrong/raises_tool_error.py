# fails: taken
# mistake: a refused booking leaves handle as an exception

from plain_agent import VoiceAgent as Right

from voicekit.clinic import ToolError


class VoiceAgent(Right):
    def refused(self):
        raise ToolError("that time is taken")
