"""One scenario drawn: a row per turn, its calls as marks, its waits as gaps, then the state."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from grader.reports.elements import element
from grader.reports.words import tell
from grader.showing import show

MOST = 8  # calls and waits drawn in one row; the table has them all
START, MARK, WAIT, REST, STATE = 60, 84, 66, 70, 150  # widths
DUE = 170  # for the state that was due, where one was
ROW, LINE, RADIUS = 62, 30, 9  # a row's height; where in it the line is; a mark's size
LETTERS = 17  # of a state's name
SIGNS = {"ok": "✓", "timeout": "?", "taken": "×", "error": "!"}


def timeline(name: str, number: int, rows: Sequence[Mapping[str, Any]]) -> Element:
    """Return a picture of turns, which also says in words what it shows.

    A row is `{"label", "events", "state", "due"}`, `due` being words, maybe none.

    `number` makes its ids unique on the page.
    """
    end = max([START, *(START + _width(row["events"]) for row in rows)])
    width = end + STATE + (DUE if any(row["due"] for row in rows) else 0)
    ids = f"title-{number}", f"description-{number}"
    return element(
        "svg",
        element("title", tell("drawn", name=name), id=ids[0]),
        element("desc", " ".join(_words(row) for row in rows), id=ids[1]),
        *(_drawn(row, place * ROW, end) for place, row in enumerate(rows)),
        role="img",
        aria_labelledby=ids[0],
        aria_describedby=ids[1],
        width=width,
        height=ROW * len(rows),
        viewBox=f"0 0 {width} {ROW * len(rows)}",
        class_="timeline",
    )


def events(row: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return calls and waits in words, as the table has them."""
    return [_event(one) for one in row]


def _event(one: Mapping[str, Any]) -> str:
    if "wait" in one:
        return tell("waits", seconds=_seconds(one["wait"]))
    args = ", ".join(arg if isinstance(arg, str) else show(arg) for arg in one["args"])
    key = "late call" if one.get("late") else "call"
    return tell(key, tool=one["tool"], args=args, outcome=one["outcome"])


def state(value: Any) -> str:
    """Return a state as text, whatever the agent took for one."""
    if value is None:
        return tell("no state")
    return value if isinstance(value, str) else show(value)


def _seconds(wait: float) -> str:
    return f"{wait:g}"


def _words(row: Mapping[str, Any]) -> str:
    """Return a row of the picture as a sentence."""
    done = "; ".join(events(row["events"][:MOST])) or tell("no calls")
    left = len(row["events"]) - MOST
    more = f"; {tell('more', count=left)}" if left > 0 else ""
    due = tell("row due", due=row["due"]) if row["due"] else ""
    return tell("row", label=row["label"], done=done + more, state=state(row["state"]), due=due)


def _width(row: Sequence[Mapping[str, Any]]) -> int:
    return sum(WAIT if "wait" in one else MARK for one in row[:MOST]) + REST * (len(row) > MOST)


def _drawn(row: Mapping[str, Any], top: int, end: int) -> Element:
    x, y = START, top + LINE
    marks = [
        element("line", x1=START - 8, y1=y, x2=end, y2=y, class_="path"),
        _text(0, y + 4, row["label"], class_="label"),
    ]
    for one in row["events"][:MOST]:
        marks += _gap(one["wait"], x, y) if "wait" in one else _mark(one, x + MARK // 2, y)
        x += WAIT if "wait" in one else MARK
    if (left := len(row["events"]) - MOST) > 0:
        marks.append(_text(x + 4, y - 8, tell("more", count=left)))
    due = [_text(end + STATE + 8, y + 4, row["due"], class_="due")] if row["due"] else []
    return element("g", *marks, *_state(row["state"], end, y), *due)


def _mark(call: Mapping[str, Any], x: int, y: int) -> list[Element]:
    """Return a call: its tool above, its outcome as a sign in the mark and a word below."""
    outcome = call["outcome"]
    middle = {"text_anchor": "middle"}
    return [
        element("circle", cx=x, cy=y, r=RADIUS, class_=f"mark {outcome}"),
        _text(x, y + 4, SIGNS.get(outcome, "!"), class_=f"sign {outcome}", **middle),
        _text(x, y - 15, call["tool"], **middle),
        _text(x, y + 23, outcome, class_="outcome", **middle),
    ]


def _gap(wait: float, x: int, y: int) -> list[Element]:
    return [
        element("line", x1=x + 4, y1=y, x2=x + WAIT - 4, y2=y, class_="gap"),
        _text(x + WAIT // 2, y - 15, tell("gap", seconds=_seconds(wait)), text_anchor="middle"),
    ]


def _state(value: Any, x: int, y: int) -> list[Element]:
    name = state(value)
    name = name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"
    return [
        element("rect", x=x + 8, y=y - 13, width=STATE - 10, height=26, rx=13, class_="state"),
        _text(x + 8 + (STATE - 10) // 2, y + 5, name, class_="state-name", text_anchor="middle"),
    ]


def _text(x: int, y: int, content: str, **attributes: object) -> Element:
    return element("text", content, x=x, y=y, **attributes)
