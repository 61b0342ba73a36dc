# verdict: NOT GRADABLE
# why: it asks a language model while it is imported, and none runs where it is graded

from right_agent import VoiceAgent
from voicekit.llm import chat

GREETING = chat([{"role": "user", "content": "Greet a caller."}])
print(VoiceAgent, GREETING)
