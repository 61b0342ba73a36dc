"""Answers from a file instead of from a server, so that a notebook runs without one."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.llm import asking
from voicekit.llm.asking import TIMEOUT_S, Messages
from voicekit.llm.trouble import CutShort, NotRecorded


class Recorded:
    """`chat` and `choose` of this object give the answers that were recorded in a file.

    The file is JSON, for people too: `[{"request": {…}, "reply": "…"}, …]`. A request is what was
    asked with all that may change the answer, so `timeout_s` is no part of it. An answer that was
    cut short has `cut_short` instead of `reply`, and is cut short again.

    Args:
        file: where they are.
        record: ask the server what the file does not have, and write it down at once.

    Raises:
        BadInput: the file is no such recording.
        FileNotFoundError: it is not there, and nothing is to be recorded.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder) / "replies.json"
        ...     request = '{"messages": [{"role": "user", "content": "hello"}], "max_tokens": 5}'
        ...     _ = file.write_text('[{"request": %s, "reply": "Good day!"}]' % request)
        ...     Recorded(file).chat([{"role": "user", "content": "hello"}], max_tokens=5)
        'Good day!'
    """

    def __init__(self, file: Path, *, record: bool = False) -> None:
        self._file = Path(file)
        self._record = record
        found = [] if record and not self._file.exists() else workspace.read_json(self._file)
        self._entries = {_key(entry["request"]): entry for entry in _checked(found, file)}

    def chat(
        self,
        messages: Messages,
        max_tokens: int = 40,
        json_schema: Mapping[str, Any] | None = None,
        *,
        grammar: str | None = None,
        cache_prompt: bool | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> str:
        """Return the recorded answer to this question.

        Raises:
            NotRecorded: the file has none, and nobody was asked.
            CutShort: it was cut when it was recorded.
            As `voicekit.llm.chat`: when recording.
        """
        request = {
            "messages": messages,
            "max_tokens": max_tokens,
            "json_schema": json_schema,
            "grammar": grammar,
            "cache_prompt": cache_prompt,
        }
        if self._lacks(request):
            try:
                reply = asking.chat(
                    messages,
                    max_tokens,
                    json_schema,
                    grammar=grammar,
                    cache_prompt=cache_prompt,
                    timeout_s=timeout_s,
                )
                self._add(request, "reply", reply)
            except CutShort as cut:
                self._add(request, "cut_short", cut.text)
        entry = self._entries[_key(request)]
        if "cut_short" in entry:
            raise CutShort(entry["cut_short"], max_tokens)
        return str(entry["reply"])

    def choose(
        self,
        messages: Messages,
        labels: Sequence[str],
        *,
        one_token: bool | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> str:
        """Return the recorded choice; raises as `chat` does."""
        request = {"messages": messages, "labels": labels, "one_token": one_token}
        if self._lacks(request):
            label = asking.choose(messages, labels, one_token=one_token, timeout_s=timeout_s)
            self._add(request, "reply", label)
        return str(self._entries[_key(request)]["reply"])

    def _lacks(self, request: Mapping[str, Any]) -> bool:
        """Tell whether the server must be asked."""
        if _key(request) in self._entries:
            return False
        if self._record:
            return True
        raise NotRecorded(
            f"{self._file.name}: expected a recorded question, got {self._described(request)}. "
            "Ask the server: voicekit.llm.chat after voice-llm up"
        )

    def _described(self, request: Mapping[str, Any]) -> str:
        """Return how a question differs from the recorded ones."""
        said = json.dumps(list(request["messages"])[-1:], ensure_ascii=False)[1:-1]
        for entry in self._entries.values():
            other = entry["request"]
            if _plain(other["messages"]) == _plain(request["messages"]):
                differ = [k for k in request if _plain(request[k]) != _plain(other.get(k))]
                return f"{said} with another {' and '.join(differ)}"
        return f"{said}, or others before it"

    def _add(self, request: Mapping[str, Any], kind: str, text: str) -> None:
        told = {name: value for name, value in request.items() if value is not None}
        self._entries[_key(request)] = {"request": told, kind: text}
        whole = json.dumps(list(self._entries.values()), indent=1, ensure_ascii=False)
        workspace.write(self._file, whole + "\n")


def _plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _key(request: Mapping[str, Any]) -> str:
    """Return the same text for the same request, whatever the order of its parts."""
    return _plain({name: value for name, value in request.items() if value is not None})


def _checked(entries: Any, file: Path) -> list[dict[str, Any]]:
    for entry in entries if isinstance(entries, list) else [entries]:
        good = isinstance(entry, dict) and isinstance(entry.get("request"), dict)
        texts = [entry[name] for name in ("reply", "cut_short") if name in entry] if good else []
        if not (len(texts) == 1 and isinstance(texts[0], str) and "messages" in entry["request"]):
            expected = 'a list of {"request": {"messages": …}, "reply": "…"}'
            raise BadInput(Path(file).name, expected=expected, got=entry)
    return list(entries)
