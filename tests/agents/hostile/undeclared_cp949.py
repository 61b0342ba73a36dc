# verdict: NOT GRADABLE
# why: it is saved as cp949 and does not say so
# message: UTF-8

from right_agent import VoiceAgent as Right


class VoiceAgent(Right):
    greeting = "무엇을 도와드릴까요?"
