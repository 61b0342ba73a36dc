# verdict: FAILED
# why: it lets a library's exception out of handle

import json

from right_agent import VoiceAgent as Right


def notes(text):
    return json.loads(text)


class VoiceAgent(Right):
    def book(self):
        return notes("{")
