# verdict: NOT GRADABLE
# why: its demo reads lines from the keyboard for as long as there are none
# message: import
import sys

from right_agent import VoiceAgent

print(VoiceAgent)
while True:
    line = sys.stdin.readline()
    if line:
        break
