# verdict: NOT GRADABLE
# why: it reads from the keyboard while it is imported
# message: keyboard
from right_agent import VoiceAgent

name = input("Who are you? ")
print(VoiceAgent, name)
