# verdict: NOT GRADABLE
# why: a line is indented with no-break spaces, as copied from a web page
# message: line 6
class VoiceAgent:
    def __init__(self, api, sleep=None):
        self.api = api
