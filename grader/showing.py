"""Learner values, calls and counts as short texts."""

import re
from collections.abc import Sequence
from typing import Any

from grader.plain import OTHER
from voicekit.clinic import Call

# Control characters but tab and line feed, and those that turn the direction of writing.
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def times(count: int) -> str:
    """Return a count in words.

    Example:
        >>> times(1), times(3)
        ('once', '3 times')
    """
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def show(value: Any) -> str:
    """Return a learner's value as a short text: JSON types as they are, others by type."""
    if isinstance(value, dict) and OTHER in value:
        return f"a {value[OTHER]} ({value.get('repr')})"
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}…"


def show_calls(calls: Sequence[Call]) -> str:
    """Return calls as text: `book(tuesday, 10:00, Jamie): taken`."""
    return " and ".join(
        f"{name}({', '.join(_argument(one) for one in args[:5])}): {outcome}"
        for name, args, outcome in calls[:5]
    )


def _argument(value: Any) -> str:
    return value[:80] if isinstance(value, str) else show(value)


def visible(text: str) -> str:
    r"""Return a text that a terminal shows as it is: what would steer it is spelled out.

    Learner code may print a report of its own, and wipe ours off the screen.

    Example:
        >>> print(visible("PASSED" + chr(27) + "[2J"))
        PASSED\x1b[2J
    """
    return STEERS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
