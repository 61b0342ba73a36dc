# fails: happy, retry_ok, retry_fail
# mistake: it asks for the name before it has searched and asked for the time

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def next_state(self):
        if self.day and not self.name:
            return "ASK_NAME"
        return super().next_state()
