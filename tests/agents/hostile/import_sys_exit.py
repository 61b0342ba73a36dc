# verdict: NOT GRADABLE
# why: it exits while it is imported
# message: exit
import sys

from right_agent import VoiceAgent

agent = VoiceAgent(None)
print("works")
sys.exit(0)
