"""What was found: as a scenario to paste, and played once more by those who play the nine."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from grader.explore.alphabet import FREE, PLANS, UTTERANCES
from grader.explore.ordinary import Ordinary
from grader.explore.record import Dialogue, dialogue
from grader.explore.round import Found, short_of_room
from grader.explore.rules import Violation, first_violation
from grader.judge import Problem, first_problem
from grader.limits import Limits
from grader.played import Played
from grader.trouble import in_dialogue
from voicekit.scenarios import Due, Scenario

EXERCISES = {  # which one a rule belongs to, by the words of its name
    "refused": "refused-booking",
    "unknown": "refused-booking",
    "correction": "confirm-no",
    "books": "confirm-yes",
    "offered": "next-question",
    "answer": "next-question",
    "searches": "search-retry",
    "waits": "search-retry",
    "gives": "search-retry",
}
SEARCHING = ("searches too often", "waits otherwise", "gives up early")


@dataclass(frozen=True)
class Counterexample:
    """A dialogue that breaks the agent.

    Attributes:
        is_shared: it goes wrong only after others in the same process.
        problem: what the scenario finds when it is played; None where it finds nothing.
    """

    violation: Violation
    dialogue: Dialogue
    scenario: Scenario
    is_shared: bool
    problem: Problem | None = None


def confirmed(found: Found, play: Callable[[Scenario], Played]) -> Counterexample | None:
    """Play what was found in a fresh process; return what it is now known to be.

    Nothing is known of an answer that came too late once, and comes now.
    """
    said = [UTTERANCES[number] for number in found.line.said[: len(found.dialogue.steps)]]
    plan = PLANS[found.line.plans[0]]
    for strict in (False, True):
        scenario = as_scenario(found.violation.rule, said, plan, strict)
        played = play(scenario)
        again = first_violation(dialogue(played))
        if again is None or (again[0], again[1].rule) != (len(said), found.violation.rule):
            break
        if (problem := _problem(played)) or strict:
            is_shared = not found.repeated
            return Counterexample(again[1], dialogue(played), scenario, is_shared, problem)
    if short_of_room(found.dialogue.last.trouble):
        return None
    return Counterexample(found.violation, found.dialogue, scenario, is_shared=True)


def _problem(played: Played) -> Problem | None:
    if not played.trouble:
        return first_problem(played)
    _, told = in_dialogue(played.trouble, played.scenario.exercise, Limits())
    came, due, step = told if isinstance(told, tuple) else (told, "", "")
    return Problem(len(played.turns), came, due, step)


def as_scenario(
    rule: str, said: list[str], plan: Mapping[str, Any], strict: bool = False
) -> Scenario:
    """Return a scenario in which what a rule forbids is a failure, and the ordinary way is none.

    Args:
        strict: the state after the last turn has to be the ordinary one, too.
    """
    agent = Ordinary(Scenario("", "", plan, (), free=FREE).clinic())
    turns = []
    for user in said:
        due = agent.hear(user)
        book = [[*args, outcome] for name, args, outcome in due.calls if name == "book"]
        turns.append(Due(user, book=book))
    exercise = next((EXERCISES[w] for w in rule.split() if w in EXERCISES), "hand-off")
    name = rule.replace(" ", "_")
    scenario = Scenario(name, exercise, plan, turns, free=FREE)
    return _expecting(rule, scenario, agent, strict)


def _expecting(rule: str, scenario: Scenario, agent: Ordinary, strict: bool) -> Scenario:
    """Return the scenario with what is due by a rule."""
    *turns, last = scenario.turns
    if rule in SEARCHING:
        count = sum(name == "find_slots" for name, _, _ in agent.api.calls)
        scenario = replace(scenario, find_slots=count, waits=agent.waits)
    if rule in ("keeps the caller", "asks a third time") or strict:
        last = replace(last, state=agent.state)
    if rule == "hands off too soon":
        last = replace(last, not_state="HANDOFF")
    if "summary" in rule or rule == "forgets the day":
        scenario = replace(scenario, handoff=agent.handoff)
    return replace(scenario, turns=[*turns, last])


def as_json(scenario: Scenario) -> str:
    """Return a scenario as it stands in scenarios.json, one turn a line."""
    row = asdict(scenario)
    turns = [json.dumps(_brief(turn), ensure_ascii=False) for turn in row.pop("turns")]
    head = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in _brief(row).items()]
    lines = ",\n  ".join(head)
    return "{\n  " + lines + ',\n  "turns": [\n    ' + ",\n    ".join(turns) + "\n  ]\n}"


def _brief(row: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what a scenario need not say."""
    left_out: tuple[Any, ...] = (None, False, {}, (), [])
    kept = {"plan", "waits"}
    return {k: v for k, v in row.items() if v not in left_out or (k in kept and v is not None)}
