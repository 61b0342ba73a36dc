# verdict: FAILED
# why: it asks the keyboard instead of the caller
# message: EOF
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        return super().handle(input("caller: "))
