# verdict: PASSED
# why: it lies in a folder beside a package that has its name, and its helper imports it

import helper
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        assert helper.agent_class() is VoiceAgent
        return super().handle(text)
