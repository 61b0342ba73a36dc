# fails: retry_fail
# mistake: when the search has failed it asks for another day

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def give_up(self):
        self.day = None
        return "ASK_DAY"
