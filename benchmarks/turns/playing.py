"""Play dialogues on an engine: how long it took, and what it did, to be set beside the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from voicekit.clock import FakeClock
from voicekit.scenarios import Scenario

Work = dict[str, Any]  # what was done in one dialogue, as plain JSON


@dataclass(frozen=True)
class Engine:
    """How a call is begun, `new(api, sleep)`, and what is to be done once it is over.

    What `new` returns has `handle(text)` and `handoff`, as in the contract.
    """

    new: Callable[..., Any]
    end: Callable[[Any], Any] | None = None  # not timed
    is_async: bool = False  # all three are to be awaited


@dataclass
class Spent:
    """Seconds of processor time, of all threads of this process, and what they were spent on."""

    agents: int = 0
    turns: int = 0
    new_s: float = 0.0
    turns_s: float = 0.0
    works: dict[str, list[Work]] = field(default_factory=dict)  # a scenario's: one, if all is well


async def play(engine: Engine, scenarios: Sequence[Scenario], times: int) -> Spent:
    """Play each of the scenarios that often, one dialogue after the other."""
    spent = Spent()
    for _ in range(times):
        for scenario in scenarios:
            await _dialogue(engine, scenario, spent)
    return spent


async def _dialogue(engine: Engine, scenario: Scenario, spent: Spent) -> None:
    api, clock = scenario.clinic(), FakeClock()
    texts = [due.user for due in scenario.turns]
    answers: list[dict[str, Any]] = []
    start_s = process_time()
    agent = engine.new(api, clock.sleep)
    if engine.is_async:
        agent = await agent
    begun_s = process_time()
    for text in texts:
        answer = agent.handle(text)
        if engine.is_async:
            answer = await answer
        answers.append(answer)
    ended_s = process_time()
    spent.agents += 1
    spent.turns += len(texts)
    spent.new_s += begun_s - start_s
    spent.turns_s += ended_s - begun_s
    work = _work(answers, api.calls, clock.waits, agent.handoff)
    works = spent.works.setdefault(scenario.name, [])
    if work not in works:
        works.append(work)
    if engine.end:
        ending = engine.end(agent)
        if engine.is_async:
            await ending


def _work(answers: Sequence[Any], calls: Any, waits: Any, handoff: Any) -> Work:
    return {
        "states": [answer["state"] for answer in answers],
        "tools": [list(answer["tool_calls"]) for answer in answers],
        "spoke": all(answer["say"] for answer in answers),
        "calls": [[tool, list(given), outcome] for tool, given, outcome in calls],
        "waits": list(waits),
        "handoff": handoff,
    }
