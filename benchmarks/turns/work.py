"""What is due in each dialogue, so that no engine is quicker for having done less."""

from collections.abc import Mapping, Sequence
from typing import Any

from turns.playing import Work
from voicekit.scenarios import Scenario


def check_equal(engine: str, works: Mapping[str, Sequence[Work]], due: Mapping[str, Work]) -> None:
    """See to it that every dialogue was as due: states, calls, waits and hand-off.

    Raises:
        SystemExit: one was not. Its times are worth nothing.
    """
    for scenario, done in works.items():
        for work in done:
            different = [key for key in due[scenario] if work[key] != due[scenario][key]]
            if different:
                key = different[0]
                wanted = f"expected {key} {due[scenario][key]}, got {work[key]}"
                raise SystemExit(f"{engine}: {scenario}: {wanted}")


def check_due(scenario: Scenario, work: Work) -> None:
    """See to it that a dialogue is what the contract wants of the scenario.

    Raises:
        SystemExit: it is not.
    """
    booked = [[*given, outcome] for tool, given, outcome in work["calls"] if tool == "book"]
    wanted = [list(row) for due in scenario.turns for row in due.book]
    right = booked == wanted and work["spoke"] and _handed_off(scenario, work["handoff"])
    if scenario.waits is not None:
        right = right and work["waits"] == list(scenario.waits)
    for due, state in zip(scenario.turns, work["states"], strict=True):
        right = right and due.state in (None, state) and due.not_state != state
    if not right:
        raise SystemExit(f"plain: {scenario.name}: expected what the contract wants, got {work}")


def _handed_off(scenario: Scenario, handoff: Any) -> bool:
    if not scenario.handoff:
        return handoff is None
    summary = scenario.handoff.get("summary", {}).items()
    same = handoff and handoff["reason"] == scenario.handoff["reason"]
    return bool(same and summary <= handoff["summary"].items())
