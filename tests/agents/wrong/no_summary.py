# fails: wants_human
# mistake: the hand-off has a reason but no summary

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason}
        return "One moment, please."
