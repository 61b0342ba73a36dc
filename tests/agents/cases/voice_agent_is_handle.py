# verdict: NOT GRADABLE
# why: VoiceAgent is a function that answers an utterance, and no class

from voicekit.nlu import parse


def VoiceAgent(text):
    return {"say": parse(text)["intent"], "state": "LISTEN", "tool_calls": []}
