# fails: retry_fail, not_understood, wants_human, book_timeout
# mistake: agent.handoff is a sentence and not a dict

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = f"{reason}: {self.day} {self.time} {self.name}"
        return "One moment, please."
