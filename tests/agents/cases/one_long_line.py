# verdict: PASSED
# why: it prints one line of 50 MB

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        print("start" + "x" * 50_000_000 + "end")
        return super().book()
