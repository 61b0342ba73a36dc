# verdict: NOT GRADABLE
# why: a colon is missing
# message: line 7
"""A right agent but for one colon."""


class VoiceAgent
    def __init__(self, api, sleep=None):
        self.api = api
