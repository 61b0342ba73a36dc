# verdict: NOT GRADABLE
# why: its import sleeps for an hour
# message: import
import time

from right_agent import VoiceAgent

print(VoiceAgent)
time.sleep(3600)
