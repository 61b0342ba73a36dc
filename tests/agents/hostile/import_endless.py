# verdict: NOT GRADABLE
# why: its import never ends
# message: import
from right_agent import VoiceAgent

print(VoiceAgent)
while True:
    pass
