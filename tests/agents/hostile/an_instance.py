# verdict: NOT GRADABLE
# why: VoiceAgent is an agent already and not a class
# message: VoiceAgent
from right_agent import VoiceAgent as Right

VoiceAgent = Right(None)
