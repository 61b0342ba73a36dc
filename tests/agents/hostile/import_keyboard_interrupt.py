# verdict: NOT GRADABLE
# why: it raises KeyboardInterrupt while it is imported
# message: KeyboardInterrupt
from right_agent import VoiceAgent

print(VoiceAgent)
raise KeyboardInterrupt
