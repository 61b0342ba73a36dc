"""Learner values, calls and counts as short texts."""

from collections.abc import Sequence
from typing import Any

from grader.plain import OTHER
from voicekit.clinic import Call


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
        f"{name}({', '.join(a if isinstance(a, str) else show(a) for a in args)}): {outcome}"
        for name, args, outcome in calls[:5]
    )
