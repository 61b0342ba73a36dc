# verdict: NOT GRADABLE
# why: it imports a name that voicekit.clinic does not have
# message: ToolTimeOut
from voicekit.clinic import ToolTimeOut

from right_agent import VoiceAgent

print(VoiceAgent, ToolTimeOut)
