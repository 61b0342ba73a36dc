# verdict: FAILED
# why: each file it writes is small, but there are many (600 MB in all here, so as to harm nobody)

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        for number in range(200):
            with open(f"log{number}.txt", "wb") as log:
                log.write(b"x" * 3_000_000)
        return super().book()
