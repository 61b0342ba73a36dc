# verdict: NOT GRADABLE
# why: the class has no handle
# message: handle
class VoiceAgent:
    def __init__(self, api, sleep=None):
        self.api = api
        self.sleep = sleep

    def answer(self, text):
        return {"say": "", "state": "LISTEN", "tool_calls": []}
