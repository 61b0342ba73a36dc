# verdict: NOT GRADABLE
# why: it divides by zero while it is imported
# message: ZeroDivisionError
from right_agent import VoiceAgent

print(VoiceAgent, 1 / 0)
