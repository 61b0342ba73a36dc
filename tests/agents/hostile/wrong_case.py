# verdict: NOT GRADABLE
# why: the class is called Voiceagent
# message: Voiceagent
from right_agent import VoiceAgent as Right


class Voiceagent(Right):
    pass
