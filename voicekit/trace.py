"""A conversation as rows, one per turn: played, recorded, written, read back, compared.

A row is a dict: {"scenario", "turn", "user", "state", "say", "tools", "outcomes"}. `turn` counts
from 1; `tools` holds the name of every call of that turn, retries too, and `outcomes` what each
came to.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.clinic import Call, ClinicAPI
from voicekit.clock import FakeClock
from voicekit.errors import BadInput
from voicekit.scenarios import Scenario

Row = dict[str, Any]
Event = Call | float  # what an agent did before it answered: a tool call, or a wait in seconds
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


class NoAnswer(BadInput):
    """What `handle` returned is no answer. The turn was played; its calls were made."""


@dataclass(frozen=True)
class Turn:
    """One utterance and its answer: the row, and the calls and waits in their order."""

    row: Row
    events: Sequence[Event]
    handoff: Any  # the agent's own, None while there is none

    @property
    def calls(self) -> list[Call]:
        """The tool calls."""
        return [event for event in self.events if isinstance(event, tuple)]

    @property
    def waits(self) -> list[float]:
        """The waits, in seconds."""
        return [event for event in self.events if not isinstance(event, tuple)]


class Conversation:
    """A fresh agent on the phone: say something and see what comes of it. Waits cost no time.

    Args:
        make_agent: called as `make_agent(api, sleep=…)`.
        api: the tools. What it notes in `calls` counts, whatever the agent says of them.
        scenario: the name that the rows carry.

    Attributes:
        agent: the agent.
        events: all its calls and waits so far, also those of a turn that raised.

    Example:
        >>> class Echo:
        ...     def __init__(self, api, sleep):
        ...         self.sleep = sleep
        ...     def handle(self, text):
        ...         self.sleep(0.5)
        ...         return {"say": text, "state": "LISTEN", "tool_calls": []}
        >>> turn = Conversation(Echo, ClinicAPI()).say("hello")
        >>> turn.row["say"], turn.waits
        ('hello', [0.5])
    """

    def __init__(
        self, make_agent: Callable[..., Any], api: ClinicAPI, scenario: str = "call"
    ) -> None:
        self.events: list[Event] = []
        self._api = api
        self._clock = FakeClock()
        self._scenario = scenario
        self._turns = self._seen = 0  # seen: how many calls stand in events
        self.agent = make_agent(api, sleep=self._wait)

    def say(self, text: str) -> Turn:
        """Let the agent answer one utterance.

        Raises:
            NoAnswer: it returned something else than the contract says.
            Whatever the agent raises. Then, too, `events` holds what it did before.
        """
        self._note_calls()
        before = len(self.events)
        self._turns += 1
        try:
            answer = self.agent.handle(text)
        finally:
            self._note_calls()
        if not (isinstance(answer, Mapping) and {"say", "state"} <= answer.keys()):
            expected = "a dict with say, state and tool_calls"
            raise NoAnswer("handle", expected=expected, got=answer)
        events = self.events[before:]
        calls = [event for event in events if isinstance(event, tuple)]
        made = row(self._scenario, self._turns, text, dict(answer), calls)
        return Turn(made, events, getattr(self.agent, "handoff", None))

    def _wait(self, seconds: float) -> None:
        self._clock.sleep(seconds)
        self._note_calls()  # those before the wait
        self.events.append(seconds)

    def _note_calls(self) -> None:
        self.events += self._api.calls[self._seen :]
        self._seen = len(self._api.calls)


def play(make_agent: Callable[..., Any], scenario: Scenario) -> list[Turn]:
    """Play a scenario with a fresh agent, here and now, and return its turns.

    Raises:
        As `Conversation.say`: the scenario ends there.
    """
    conversation = Conversation(make_agent, scenario.clinic(), scenario.name)
    return [conversation.say(turn.user) for turn in scenario.turns]


def record(make_agent: Callable[..., Any], scenario: Scenario) -> list[Row]:
    """Return the rows of a scenario. Plays and raises as `play`."""
    return [turn.row for turn in play(make_agent, scenario)]


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
