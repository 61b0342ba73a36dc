"""A conversation as rows, one per turn: recorded, written, read back, compared.

A row is a dict: {"scenario", "turn", "user", "state", "say", "tools", "outcomes"}. `turn` counts
from 1; `tools` holds the name of every call of that turn, retries too, and `outcomes` what each
came to.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.clinic import Call
from voicekit.clock import FakeClock
from voicekit.errors import BadInput
from voicekit.scenarios import Scenario

Row = dict[str, Any]
COMPARED = ("scenario", "turn", "user", "state", "tools", "outcomes")  # never the wording


def row(scenario: str, turn: int, user: str, answer: Row, calls: Sequence[Call]) -> Row:
    """Return the row of one turn, from what `handle` returned and the calls made meanwhile."""
    return {
        "scenario": scenario,
        "turn": turn,
        "user": user,
        "state": answer["state"],
        "say": answer["say"],
        "tools": [call[0] for call in calls],
        "outcomes": [call[2] for call in calls],
    }


def record(make_agent: Callable[..., Any], scenario: Scenario) -> list[Row]:
    """Play a scenario with a fresh agent, here and now, and return its rows.

    Args:
        make_agent: called as `make_agent(api, sleep=…)`; its waits cost no time.

    Raises:
        Whatever the agent raises: the scenario ends there.
    """
    api = scenario.clinic()
    agent = make_agent(api, sleep=FakeClock().sleep)
    rows = []
    for number, turn in enumerate(scenario.turns, start=1):
        before = len(api.calls)
        answer = agent.handle(turn.user)
        rows.append(row(scenario.name, number, turn.user, answer, api.calls[before:]))
    return rows


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write rows, one JSON object a line. Raises as `workspace.write`: the old file is kept."""
    workspace.write(path, workspace.as_jsonl(rows))


def read(path: Path, note: workspace.Note = lambda remark: None) -> list[Row]:
    """Return the rows of a trace file. Turns that count from 0 are read as counting from 1.

    Raises:
        FileNotFoundError: nothing is there.
        BadInput: a line is no JSON object, or lacks a key; the message names the line.
    """
    lines = workspace.numbered_jsonl(path, note)
    for number, line in lines:
        missing = [k for k in COMPARED if not isinstance(line, dict) or k not in line]
        if missing:
            expected = "an object with " + ", ".join(COMPARED)
            got = "no object" if not isinstance(line, dict) else "none of " + ", ".join(missing)
            raise BadInput(f"{path.name} line {number}", expected=expected, got=got)
    rows: list[Row] = [line for _, line in lines]
    if rows and all(isinstance(r["turn"], int) for r in rows) and min(r["turn"] for r in rows) == 0:
        rows = [{**r, "turn": r["turn"] + 1} for r in rows]
    return rows


def first_difference(
    due: Sequence[Row], came: Sequence[Row]
) -> tuple[Row | None, str, Any, Any] | None:
    """Return where two traces part: the row due, the key, what was due, what came; else None.

    Example:
        >>> due = [{"scenario": "happy", "turn": 1, "user": "hi", "state": "LISTEN",
        ...         "tools": [], "outcomes": []}]
        >>> first_difference(due, [{**due[0], "state": "DONE"}])[1:]
        ('state', 'LISTEN', 'DONE')
    """
    for left, right in zip(due, came, strict=False):
        for key in COMPARED:
            if left[key] != right[key]:
                return left, key, left[key], right[key]
    if len(due) != len(came):
        longer = due[len(came)] if len(due) > len(came) else None
        return longer, "rows", len(due), len(came)
    return None
