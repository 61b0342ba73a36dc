# verdict: NOT GRADABLE
# why: it imports a module that is not there
# message: clinic_helpers
from clinic_helpers import greet
from right_agent import VoiceAgent

print(VoiceAgent, greet)
