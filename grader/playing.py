"""What is played to judge an agent: the scenarios alone, together, varied, and once more."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from grader.limits import Limits
from grader.messages import say
from grader.played import Played, difference
from grader.player import Player
from grader.submission import Submission
from voicekit.clock import Clock, SystemClock
from voicekit.errors import BadInput
from voicekit.scenarios import Scenario


@dataclass
class Results:
    """The scenarios as they went, in their order but for `shared`."""

    fresh: list[Played] = field(default_factory=list)  # each in a process of its own
    shared: list[Played] = field(default_factory=list)  # in one process, in the order played
    varied: list[Played] = field(default_factory=list)
    again: list[Played] = field(default_factory=list)  # in one process, in another world
    alone: dict[str, Played] = field(default_factory=dict)  # what differed, alone in that world
    output: str = ""
    protections: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


def play_all(
    submission: Submission,
    scenarios: Sequence[Scenario],
    seed: int = 0,
    limits: Limits | None = None,
    clock: Clock | None = None,
    starter: type | None = None,
    vary: bool = True,
) -> Results:
    """Play every scenario in a process of its own; then those that went well in one, shuffled.

    Those that went well are then played varied, and once more as they are, in another world: other
    hashes, other random numbers, another day. Where the file can't even be imported one scenario
    tells for all. With `vary` off, the second half is left out.
    """
    player = Player(submission, limits or Limits(), clock or SystemClock(), starter)
    results, order = Results(), random.Random(seed)
    try:
        results.fresh = _fresh(player, scenarios, order)
        well = [played.scenario for played in results.fresh if not played.trouble]
        if well:
            results.shared = player.play("all, shuffled", order.sample(well, len(well)))
        if well and vary:
            player.renew(world=2)
            others = _variants(well, seed, results.advice)
            results.varied = _in_any_order(player, others, order, shown=False)
            results.again = player.play("", well, shown=False)
            for one in _differing(results):
                results.alone[one.name] = player.play("", [one], shown=False)[0]
    finally:
        player.close()
    results.output, results.protections = player.output(), player.protections
    results.advice += player.advice
    return results


def _fresh(player: Player, scenarios: Sequence[Scenario], order: random.Random) -> list[Played]:
    first, *others = order.sample(scenarios, len(scenarios))
    told = player.play(first.name, [first])[0]
    if told.trouble_before_dialogue:
        return [replace(told, scenario=scenario) for scenario in scenarios]
    rest = {played.scenario.name: played for played in _in_any_order(player, others, order)}
    played = {first.name: told, **rest}
    return [played[scenario.name] for scenario in scenarios]


def _in_any_order(
    player: Player, scenarios: Sequence[Scenario], order: random.Random, shown: bool = True
) -> list[Played]:
    """Play scenarios in an order that tells an agent nothing; return them in theirs."""
    played = {
        scenario.name: player.play(scenario.name, [scenario], shown)[0]
        for scenario in order.sample(scenarios, len(scenarios))
    }
    return [played[scenario.name] for scenario in scenarios]


def _variants(scenarios: Iterable[Scenario], seed: int, advice: list[str]) -> list[Scenario]:
    """Return the scenarios varied, but for those that nobody has written other words for."""
    from grader.varied import varied  # brings the parser, which is needed for nothing else

    others: list[Scenario] = []
    for scenario in scenarios:
        try:
            others += varied([scenario], seed)
        except BadInput as bad:
            advice.append(say("can't vary", name=scenario.name, why=bad))
    return others


def _differing(results: Results) -> list[Scenario]:
    """Return the scenarios that went another way in company, or in another world."""
    alone = {played.scenario.name: played for played in results.fresh}
    together = [*results.shared, *results.again]
    found = [one.scenario for one in together if difference(alone[one.scenario.name], one)]
    return list({scenario.name: scenario for scenario in found}.values())
