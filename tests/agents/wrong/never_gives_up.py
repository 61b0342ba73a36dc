# fails: not_understood
# mistake: it asks to repeat for ever

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def not_understood(self):
        return "Sorry, could you say that again?"
