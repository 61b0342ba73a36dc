# verdict: PASSED
# why: it prints a line each turn, some of it no text at all, and says half a character

import os

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        print("debug:", text)
        os.write(1, b"bytes: \xff\xfe\x80\n")
        return {**super().handle(text), "say": "half \ud800 a character"}
