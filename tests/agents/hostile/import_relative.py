# verdict: NOT GRADABLE
# why: it imports a neighbour as if it were part of a package
# message: relative import
from .right_agent import VoiceAgent

print(VoiceAgent)
