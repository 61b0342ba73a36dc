# verdict: NOT GRADABLE
# why: tabs and blanks are mixed
# message: line 7
class VoiceAgent:
    def __init__(self, api, sleep=None):
        self.api = api
	self.sleep = sleep
