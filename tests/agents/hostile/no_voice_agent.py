# verdict: NOT GRADABLE
# why: the class has another name
# message: VoiceAgent
from right_agent import VoiceAgent as Right

del_me = Right


class BookingAgent(Right):
    pass
