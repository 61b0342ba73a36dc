"""A scenario as it went: turns, calls, waits, and what ended it early. The parent's record."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from grader.showing import show
from voicekit.clinic import Call
from voicekit.scenarios import Scenario

Event = tuple[Call, Any] | float  # a call and what came back, or a wait in seconds
MAX_ARGS, MAX_TEXT = 5, 200  # of a call, as a report has it
Trouble = Mapping[str, Any]  # {"kind", …}: its kinds stand in `grader.trouble`


@dataclass
class Turn:
    """One utterance, what came back, and what was called and waited for meanwhile."""

    number: int  # from 1
    user: str
    returned: Any = None
    handoff: Any = None
    calls: list[Call] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # seconds
    stray: list[Call] = field(default_factory=list)  # made after the answer was given
    took_s: float = 0.0
    events: list[Event] = field(default_factory=list)  # all calls and waits, in their order

    @property
    def state(self) -> Any:
        """The state that was returned, whatever it is; None where there is none."""
        return self.returned.get("state") if isinstance(self.returned, dict) else None

    def row(self) -> dict[str, Any]:
        """Return the turn as a trace has it, without the scenario's name."""
        said = self.returned.get("say") if isinstance(self.returned, dict) else None
        return {
            "turn": self.number,
            "user": self.user,
            "say": said,
            "state": self.state,
            "tools": [call[0] for call in self.calls],
            "outcomes": [call[2] for call in self.calls],
        }

    def record(self) -> dict[str, Any]:
        """Return the turn as a report has it: the row, and all that was called and waited for."""
        return {**self.row(), "events": self.happened()}

    def happened(self) -> list[dict[str, Any]]:
        """Return the calls and waits in their order, as JSON; a call after the answer is late."""
        late = {id(call) for call in self.stray}
        return [
            _call_row(event[0], id(event[0]) in late)
            if isinstance(event, tuple)
            else {"wait": event}
            for event in self.events
        ]


def _call_row(call: Call, is_late: bool) -> dict[str, Any]:
    tool, args, outcome = call
    row = {"tool": tool, "args": [_short(one) for one in args[:MAX_ARGS]], "outcome": outcome}
    return {**row, "late": True} if is_late else row


def _short(value: Any) -> Any:
    """Return an argument as a report may have it: a thousand calls must not fill a disk."""
    if isinstance(value, str):
        return value[:MAX_TEXT]
    return value if value is None or isinstance(value, (bool, int, float)) else show(value)


@dataclass
class Played:
    """A scenario as it went."""

    scenario: Scenario
    built: Turn = field(default_factory=lambda: Turn(0, ""))  # what the constructor did
    turns: list[Turn] = field(default_factory=list)
    imported: bool = False
    trouble: Trouble | None = None  # what ended it early
    threads: int = 0  # still alive after the last turn

    @property
    def waits(self) -> list[float]:
        """All waits, in order, in seconds, the constructor's too."""
        return [wait for turn in (self.built, *self.turns) for wait in turn.waits]

    @property
    def calls(self) -> list[Call]:
        """All calls that belong to a turn or to the constructor, in order."""
        return [call for turn in (self.built, *self.turns) for call in turn.calls]

    @property
    def trouble_before_dialogue(self) -> Trouble | None:
        """What kept the first turn from being played."""
        return None if self.turns else self.trouble

    @property
    def handoff(self) -> Any:
        """What `agent.handoff` was after the last turn."""
        return self.turns[-1].handoff if self.turns else None

    def record(self) -> dict[str, Any]:
        """Return the scenario as a report has it: as it went, and its script."""
        return {
            "turns": [turn.record() for turn in self.turns],
            "waits": self.waits,
            "handoff": self.handoff,
            "built": self.built.happened(),
            "script": _script(self.scenario),
        }


def _script(scenario: Scenario) -> dict[str, Any]:
    """Return what was planned, what the caller was to say, and what was due."""
    whole = asdict(scenario)
    keys = ("plan", "turns", "find_slots", "waits", "handoff")
    return {key: whole[key] for key in keys}


def difference(alone: Played, shared: Played) -> tuple[int | None, str, str] | None:
    """Return where a scenario went another way: (turn, what happened alone, and there), or None.

    One that was not played, since the time was up, went no way.
    """
    if shared.trouble and shared.trouble["kind"] == "late":
        return None
    for due, came in zip(alone.turns, shared.turns, strict=False):
        for key in ("state", "tools", "outcomes"):
            left, right = due.row()[key], came.row()[key]
            if left != right:
                return due.number, f"{key} {show(left)}", f"{key} {show(right)}"
    if shared.trouble:
        number = shared.turns[-1].number if shared.turns else None
        told = f"{shared.trouble['kind']} {shared.trouble.get('text', '')}"
        return number, "an answer", told.strip()
    ends = [("waits", alone.waits, shared.waits), ("handoff", alone.handoff, shared.handoff)]
    for key, left, right in ends:
        if left != right:
            return len(alone.turns), f"{key} {show(left)}", f"{key} {show(right)}"
    return None
