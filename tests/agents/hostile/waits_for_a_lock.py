# verdict: FAILED
# why: it waits for a lock that nobody will let go
# message: no answer
import threading

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def correct(self, new):
        lock = threading.Lock()
        lock.acquire()
        lock.acquire()
