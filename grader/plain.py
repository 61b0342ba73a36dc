"""Learner values as plain JSON, and learner exceptions as plain words. Runs in their process.

Nothing of the learner's is trusted to behave: a `__str__` may raise, a `__eq__` may lie. So only
the content of exact built-in types crosses; of all else the name of its type.
"""

import linecache
import re
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

MAX_TEXT = 10_000  # characters
MAX_REASON = 500  # characters of what an exception says
MAX_ITEMS = 1000
OTHER = "!"  # the key that marks a value which is no JSON: {"!": its type, "repr": …}


def plain(value: Any, depth: int = 8) -> Any:
    """Return `value` as JSON would have it, cut to a bearable size.

    Example:
        >>> plain({"state": "DONE", "tool_calls": ("book",), "when": 1j})
        {'state': 'DONE', 'tool_calls': ['book'], 'when': {'!': 'complex', 'repr': '1j'}}
    """
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return cut(str.__str__(value))
    if type(value) is int and abs(value) < 1 << 63:
        return value
    if type(value) is float and abs(value) < float("inf"):
        return value
    if depth and isinstance(value, (list, tuple)):
        return [plain(item, depth - 1) for item in tuple(value)[:MAX_ITEMS]]
    if depth and isinstance(value, Mapping):
        items = list(value.items())[:MAX_ITEMS]
        return {plain_key(key): plain(item, depth - 1) for key, item in items}
    shown = _without_addresses(_safely(repr, value)[:200])[:80]
    return {OTHER: type_name(value), "repr": shown}


def _without_addresses(text: str) -> str:
    """Return a text that is the same in two runs of the grader."""
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def plain_key(key: Any) -> str:
    """Return a dict's key as text."""
    return str.__str__(key)[:80] if isinstance(key, str) else _safely(repr, key)[:80]


def cut(text: str) -> str:
    """Return `text`, its middle left out where it is very long, and saying so."""
    if len(text) <= MAX_TEXT:
        return text
    half = MAX_TEXT // 2
    return f"{text[:half]} [… {len(text) - 2 * half} characters left out …] {text[-half:]}"


def type_name(value: Any) -> str:
    """Return the name of a value's type."""
    return str(type(value).__name__)[:80]


def describe(error: BaseException, folder: Path) -> dict[str, Any]:
    """Return an exception as `{"type", "text", "frames"}`, its frames only those in `folder`.

    A frame is `{"file", "line", "name", "code"}`, the file relative to `folder`.
    """
    home = str(folder.parent.parent)  # the copy's: the learner knows another
    return {
        "type": type_name(error),
        "text": _without_addresses(_safely(str, error)[:MAX_REASON]).replace(home, "~"),
        "frames": _frames(error.__traceback__, folder)[-10:],
    }


def _frames(traceback: TracebackType | None, folder: Path) -> list[dict[str, Any]]:
    frames = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        path = Path(code.co_filename)
        if path.is_relative_to(folder):
            frames.append(
                {
                    "file": str(path.relative_to(folder)),
                    "line": traceback.tb_lineno,
                    "name": code.co_name,
                    "code": linecache.getline(code.co_filename, traceback.tb_lineno).strip()[:200],
                }
            )
        traceback = traceback.tb_next
    return frames


def _safely(show: Any, value: Any) -> str:
    try:
        return str.__str__(show(value))
    except BaseException:  # a learner's __repr__ may do anything
        return f"a {type_name(value)} that can't be shown"
