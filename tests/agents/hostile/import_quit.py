# verdict: NOT GRADABLE
# why: it calls exit() while it is imported
# message: exit
from right_agent import VoiceAgent

print(VoiceAgent)
exit()
