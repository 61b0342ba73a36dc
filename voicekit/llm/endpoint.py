"""Which server is asked: the one that `VOICE_LLM_URL` names, else the one of `voice-llm up`.

VOICE_LLM_URL       an OpenAI-compatible server: http://127.0.0.1:11434/v1 (Ollama), or a cloud's
VOICE_LLM_API_KEY   sent to that server only, where it wants one
VOICE_LLM_MODEL     the model's name there; llama.cpp needs none
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from voicekit.errors import BadInput
from voicekit.llm.trouble import NotReached
from voicekit.workspace import read_json, voice_home

START = "Start one: voice-llm up"


@dataclass(frozen=True)
class Endpoint:
    """A server that speaks the OpenAI protocol.

    Args:
        url: its base, which mostly ends in /v1.
        own: `voice-llm up` started it, so it is llama.cpp and knows what llama.cpp knows.
    """

    url: str
    model: str = ""
    key: str = field(default="", repr=False)
    own: bool = False

    @property
    def next_step(self) -> str:
        """What to do when nobody answers there."""
        return START if self.own else "Is it running, and is VOICE_LLM_URL right?"


def llm_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the model and of the server that `voice-llm up` starts."""
    return voice_home(environ) / ".llm"


def find(environ: Mapping[str, str] = os.environ) -> Endpoint:
    """Return the server to ask; whether it answers is another question.

    Raises:
        NotReached: none is named, and `voice-llm up` started none.
        BadInput: an environment variable is not what it should be.

    Example:
        >>> find({"VOICE_LLM_URL": "http://127.0.0.1:11434", "VOICE_LLM_MODEL": "qwen3"})
        Endpoint(url='http://127.0.0.1:11434/v1', model='qwen3', own=False)
    """
    if url := environ.get("VOICE_LLM_URL", "").strip():
        key, model = environ.get("VOICE_LLM_API_KEY", ""), environ.get("VOICE_LLM_MODEL", "")
        return Endpoint(base(url), model.strip(), _key(key))
    state = _state(llm_folder(environ) / "server.json")
    if state.get("url"):
        return Endpoint(base(str(state["url"])), own=True)
    if state:
        raise NotReached("language model: expected one that runs, got one that is still starting")
    raise NotReached(
        f"language model: expected one that runs, got none. {START} "
        "(the first time: voice-llm pull), or name another in VOICE_LLM_URL."
    )


def base(url: str) -> str:
    """Return an address in the form that the rest goes by.

    Raises:
        BadInput: it is no address of a server.

    Example:
        >>> base("http://127.0.0.1:8000/"), base("https://llm.example/v2/chat/completions")
        ('http://127.0.0.1:8000/v1', 'https://llm.example/v2')
    """
    plain = url.rstrip("/").removesuffix("/chat/completions")
    try:
        parts = urlsplit(plain)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        printable = plain.isascii() and plain.isprintable() and " " not in plain
    except ValueError:
        good = printable = False
    if not good or not printable or parts.query or parts.fragment or parts.username:
        expected = "an address such as http://127.0.0.1:11434/v1"
        raise BadInput("VOICE_LLM_URL", expected=expected, got=url)
    return plain if parts.path else f"{plain}/v1"


def _key(key: str) -> str:
    key = key.strip()
    if not (key.isascii() and key.isprintable()):  # it is never shown, not even here
        expected = "one line of plain letters and digits"
        raise BadInput("VOICE_LLM_API_KEY", expected=expected, got="something else")
    return key


def _state(file: Path) -> dict[str, Any]:
    try:
        state = read_json(file)
    except (OSError, BadInput):
        return {}
    return state if isinstance(state, dict) else {}
