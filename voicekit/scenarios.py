"""The nine scenarios: what the clinic's tools do, what the caller says, what must hold.

They are read from `scenarios.json`, by notebooks and grader alike. Nothing in them is secret.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voicekit.clinic import ClinicAPI
from voicekit.errors import BadInput
from voicekit.workspace import read_json

STATES = ("LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM", "DONE", "HANDOFF")
REASONS = ("user_request", "not_understood", "tool_failure")


@dataclass(frozen=True)
class Due:
    """One utterance and what must hold after the agent's answer to it."""

    user: str
    state: str | None = None  # None: any state will do
    not_state: str | None = None
    book: Sequence[Sequence[str]] = ()  # (day, time, name, outcome) of each book call, in order
    search_after_book: bool = False


@dataclass(frozen=True)
class Scenario:
    """A failure plan, what the caller says, and what must hold at the end."""

    name: str
    exercise: str
    plan: Mapping[str, Sequence[str]]
    turns: Sequence[Due]
    find_slots: int | None = None  # how often it is called in all; None: as often as it likes
    waits: Sequence[float] | None = None  # seconds; None: not judged
    handoff: Mapping[str, Any] = field(default_factory=dict)
    free: Mapping[str, Sequence[str]] | None = None  # None: the clinic's own free times

    def clinic(self) -> ClinicAPI:
        """Return a fresh clinic whose tools fail as this scenario plans."""
        return ClinicAPI(self.plan, self.free)


def load(path: Path = Path(__file__).with_name("scenarios.json")) -> tuple[Scenario, ...]:
    """Return the scenarios of a file, by default the nine.

    Raises:
        BadInput: the file holds something that is no scenario; none was loaded.

    Example:
        >>> [scenario.name for scenario in load()][:3]
        ['happy', 'one_shot', 'confirm_no']
    """
    document = read_json(path)
    if not isinstance(document, dict):
        raise BadInput(path.name, expected='{"version": 1, "scenarios": […]}', got=document)
    if document.get("version") != 1:
        raise BadInput(f"{path.name}: version", expected="1", got=document.get("version"))
    rows = document.get("scenarios")
    if not isinstance(rows, list):
        raise BadInput(f"{path.name}: scenarios", expected="a list", got=rows)
    return tuple(_scenario(row) for row in rows)


def _scenario(row: Any) -> Scenario:
    name = row.get("name", "without a name") if isinstance(row, dict) else row
    try:
        scenario = Scenario(**{**row, "turns": tuple(Due(**turn) for turn in row["turns"])})
        scenario.clinic()
    except (TypeError, KeyError, BadInput) as error:
        raise BadInput(
            f"scenario {name}", expected="the keys of the nine", got=str(error)
        ) from None
    for turn in scenario.turns:
        for state in (turn.state, turn.not_state):
            if state is not None and state not in STATES:
                raise BadInput(
                    f"scenario {name}", expected="one of " + ", ".join(STATES), got=state
                )
    return scenario
