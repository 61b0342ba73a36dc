"""Ask a language model, and always get an answer or the reason why there is none.

The story of one question, and the module that tells each part:

    endpoint  which server is asked: the one of `voice-llm up`, or the one that VOICE_LLM_URL names
    asking    `chat` asks for text or JSON, `choose` for one label of a few
    wire      the question goes out and the answer comes in, within `timeout_s` all told
    trouble   what can go wrong instead, and what the caller then knows
    recorded  answers from a file, for when no server runs
"""

from voicekit.llm.asking import chat, choose
from voicekit.llm.endpoint import Endpoint, find
from voicekit.llm.recorded import Recorded
from voicekit.llm.trouble import (
    CutShort,
    LLMError,
    Lost,
    NoAnswer,
    NotReached,
    NotRecorded,
    NotUnderstood,
    Refused,
)

__all__ = [
    "CutShort",
    "Endpoint",
    "LLMError",
    "Lost",
    "NoAnswer",
    "NotReached",
    "NotRecorded",
    "NotUnderstood",
    "Recorded",
    "Refused",
    "chat",
    "choose",
    "find",
]
