# verdict: FAILED
# why: it starts thousands of threads

import threading
import time

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def book(self):
        for _ in range(3000):
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        return super().book()
