# verdict: PASSED
# why: it says what it heard

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        return {**super().handle(text), "say": text}
