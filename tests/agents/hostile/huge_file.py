# verdict: FAILED
# why: it writes 5 GB to a file
from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        with open("log.txt", "w") as log:
            while log.tell() < 5 << 30:
                log.write("x" * 1_000_000)
        return super().book()
