"""What the phone panel shows, as HTML: lines of the conversation, its calls, its end."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

from voicekit.trace import Event, Turn
from voicekit.widgets.calls import told
from voicekit.widgets.figure import ACCENT, FONT, TEXT, TINT, as_table

WORDS = f"color:{TEXT};font-family:{FONT};font-size:13px;line-height:1.45"
CALLS = ("turn", "call or wait", "outcome")


def line(who: str, words: str, remark: str = "") -> str:
    """Return one line of the conversation. The caller's stand on a tint, to the right."""
    caller = who == "Caller"
    look = f"background:{TINT};margin-left:48px" if caller else f"border-left:3px solid {ACCENT}"
    small = f'<div style="font-size:12px">{html.escape(remark)}</div>' if remark else ""
    return (
        f'<div style="{WORDS};{look};padding:4px 10px;border-radius:4px;white-space:normal">'
        f"<strong>{html.escape(who)}:</strong> {html.escape(words)}{small}</div>"
    )


def note(words: str) -> str:
    """Return a line that nobody said."""
    return f'<div style="{WORDS};white-space:normal"><em>{html.escape(words)}</em></div>'


def remark_on(turn: Turn) -> str:
    """Return the state after a turn, and what was done in it, as one line."""
    done = [" ".join(told(event)) for event in turn.events]
    return " · ".join([f"now {turn.row['state']}", *done])


def calls(events: Sequence[tuple[int, Event]]) -> str:
    """Return the table of calls and waits so far, each with the turn it was made in."""
    rows = [[str(turn), *told(event)] for turn, event in events] or [["–", "none yet", "–"]]
    return f'<div style="{WORDS}">{as_table("Calls and waits", CALLS, rows)}</div>'


def handoff(given: Any) -> str:
    """Return what the person who takes over is told, as a table; "" for no hand-off."""
    if given is None:
        return ""
    table = as_table("Told to a person", ("what", "value"), _told(given))
    return f'<div style="{WORDS}">{table}</div>'


def _told(given: Any) -> list[list[str]]:
    if not isinstance(given, Mapping):
        return [["handoff", repr(given)]]
    summary = given.get("summary")
    known = summary if isinstance(summary, Mapping) else {"summary": summary}
    rows = [["reason", str(given.get("reason"))]]
    return rows + [[str(k), "not known" if v is None else str(v)] for k, v in known.items()]
