# verdict: NOT GRADABLE
# why: VoiceAgent is a function that returns nothing
# message: VoiceAgent
from right_agent import VoiceAgent as Right


def VoiceAgent(api, sleep=None):
    agent = Right(api, sleep)
    agent.handle("hello")
