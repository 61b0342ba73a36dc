# verdict: NOT GRADABLE
# why: it raises an exception of its own while it is imported
# message: Stop
from right_agent import VoiceAgent


class Stop(BaseException):
    pass


print(VoiceAgent)
raise Stop("that is all")
