# verdict: NOT GRADABLE
# why: a bracket is never closed
# message: line 6
class VoiceAgent:
    def __init__(self, api, sleep=None):
        self.slots = {"day": None, "time": None

    def handle(self, text):
        return {"say": "", "state": "LISTEN", "tool_calls": []}
