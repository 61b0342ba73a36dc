# verdict: NOT GRADABLE
# why: it ends the process while it is imported, with the exit code of success
# message: import
import os

from right_agent import VoiceAgent

print(VoiceAgent)
os._exit(0)
