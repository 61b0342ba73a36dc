# verdict: FAILED
# why: its state is a str that is equal to every other
from right_agent import VoiceAgent as Right


class Liar(str):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return hash("LISTEN")


class VoiceAgent(Right):
    def handle(self, text):
        return {"say": Liar("well"), "state": Liar("LISTEN"), "tool_calls": []}
