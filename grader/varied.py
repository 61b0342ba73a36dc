"""The scenarios once more, with other days, times, names, words and answers of the tools.

What they mean stays the same: `parse` hears the same in each utterance but for the values, and
what must hold is the same but for them. So an agent that keeps the contract can't tell the two
apart, while one that only knows the printed script is at a loss.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.wording import NAMES, TIMES, candidates
from voicekit.clinic import WEEKDAYS, ClinicAPI
from voicekit.errors import BadInput
from voicekit.nlu import parse, rejects
from voicekit.scenarios import Due, Scenario

SLOTS = ("day", "time", "name")
OPEN = WEEKDAYS[:-1]  # an agent may know, and say without a search, that Sunday is closed
BACKOFF = (0.5, 1.0)  # the waits before the retries of a search

Values = Mapping[str, str]  # a printed day, time or name, in small letters -> the one instead


def varied(scenarios: Iterable[Scenario], seed: int) -> tuple[Scenario, ...]:
    """Return each scenario varied; the same seed gives the same, whatever else is varied.

    Raises:
        As `vary`.
    """
    return tuple(vary(one, random.Random(f"{seed} {one.name}")) for one in scenarios)


def vary(scenario: Scenario, rng: random.Random) -> Scenario:
    """Return a scenario of the same name and meaning.

    Raises:
        BadInput: `grader.wording` has no other words for an utterance. There is no scenario.

    Example:
        >>> from voicekit.scenarios import load
        >>> [parse(turn.user)["intent"] for turn in vary(load()[2], random.Random(7)).turns]
        ['book', 'no', 'yes']
    """
    printed = {slot: _printed(scenario, slot) for slot in SLOTS}
    values, free = _values(printed, scenario, rng)
    turns: list[Due] = []
    for turn in scenario.turns:
        said = [other.user for other in (*scenario.turns, *turns)]
        user = _reworded(turn.user, values, said, printed["name"], rng)
        turns.append(replace(turn, user=user, book=_exchanged(turn.book, values)))
    handoff = _exchanged(scenario.handoff, values)
    again = replace(scenario, turns=tuple(turns), handoff=handoff, free=free)
    return _with_timeouts(again, rng)


# the values


def _printed(scenario: Scenario, slot: str) -> list[str]:
    """Return the values of a slot that a scenario speaks of, each once, in order."""
    position = SLOTS.index(slot)
    heard = [parse(turn.user).get(slot) for turn in scenario.turns]
    booked = [row[position] for turn in scenario.turns for row in turn.book]
    kept = scenario.handoff.get("summary", {}).get(slot)
    return [str(value) for value in dict.fromkeys([*heard, *booked, kept]) if value]


def _values(
    printed: Mapping[str, list[str]], scenario: Scenario, rng: random.Random
) -> tuple[Values, dict[str, list[str]]]:
    """Return what stands for each printed value, and the free times of every day."""
    old_free = {day: ClinicAPI(free=scenario.free).find_slots(day) for day in WEEKDAYS}
    spent = {*printed["time"], *(time for times in old_free.values() for time in times)}
    pool = [time for time in TIMES if time not in spent]
    days = _others(OPEN, printed["day"], rng)
    times, more = _times(printed["time"], old_free, pool, rng)
    names = _others(NAMES, printed["name"], rng)
    pool = [time for time in pool if time not in {*times.values(), *more}]
    free = {day: _some(pool, rng) for day in OPEN if day not in days.values()}
    for old, new in days.items():
        kept = [times[time] for time in old_free[old] if time in times]
        free[new] = sorted([*kept, *more]) if old_free[old] else []
    return {key.casefold(): value for key, value in {**days, **times, **names}.items()}, free


def _others(known: Sequence[str], printed: list[str], rng: random.Random) -> dict[str, str]:
    fresh = [value for value in known if value not in printed]
    return dict(zip(printed, rng.sample(fresh, len(printed)), strict=True))


def _times(
    printed: list[str],
    old_free: Mapping[str, list[str]],
    pool: list[str],
    rng: random.Random,
) -> tuple[dict[str, str], list[str]]:
    """Return other times for the printed ones, and more that are free beside them.

    Of those asked for, the free ones are the day's first two (or as many as there are): an agent
    need not offer everything there is.
    """
    asked = [time for time in printed if any(time in times for times in old_free.values())]
    chosen = _some(pool, rng, at_least=len(asked))
    first = rng.sample(chosen[: max(2, len(asked))], len(asked))
    never = [time for time in printed if time not in asked]
    unlisted = rng.sample(sorted({*pool} - {*chosen}), len(never))
    times = dict(zip([*asked, *never], [*first, *unlisted], strict=True))
    return times, [time for time in chosen if time not in first]


def _some(pool: list[str], rng: random.Random, at_least: int = 2) -> list[str]:
    """Return some times, two to four unless more are needed, earliest first."""
    count = max(rng.randint(2, 4), at_least)
    chosen: set[str] = set()
    while len(chosen) < count:
        chosen.add(rng.choice(pool))
    return sorted(chosen)


def _exchanged(value: Any, values: Values) -> Any:
    """Return rows or a hand-off with the other values in them."""
    if isinstance(value, str):
        return values.get(value.casefold(), value)
    if isinstance(value, Mapping):
        return {key: _exchanged(item, values) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exchanged(item, values) for item in value]
    return value


# the words


def _reworded(
    user: str, values: Values, said: list[str], names: list[str], rng: random.Random
) -> str:
    """Return other words in which `parse` hears the same, with the other values."""
    due = parse(user)
    kind = " ".join([due["intent"], *(slot for slot in SLOTS if due.get(slot))])
    wanted = {**due, **{slot: _exchanged(due.get(slot), values) for slot in SLOTS}}
    told = {slot: wanted[slot] for slot in SLOTS}
    if user.casefold() in [name.casefold() for name in names]:
        kind, told = "bare name", {**told, "name": values[user.casefold()]}
    for text in candidates(kind, told, rng):
        new = text.casefold() not in [other.casefold() for other in said]
        if new and (parse(text), rejects(text)) == (wanted, rejects(user)):
            return text
    raise BadInput(
        f"other words for {user!r}",
        expected=f'lines for "{kind}" in UTTERANCES of grader/wording.py that parse so',
        got="none left",
    )


# the tools


def _with_timeouts(scenario: Scenario, rng: random.Random) -> Scenario:
    """Return the scenario with as many more or fewer searches without an answer as it bears.

    No search gets more than two of them, unless it got three before: so each reading of the
    contract comes out where it came out.
    """
    planned = list(scenario.plan.get("find_slots", ()))
    before = next((n for n, outcome in enumerate(planned) if outcome != "timeout"), len(planned))
    if planned not in (["timeout"] * before, ["timeout"] * before + ["ok"]) or before > 2:
        return scenario
    if before:
        return _other_count(scenario, before, 3 - before)
    counted = scenario.find_slots is not None or scenario.waits is not None
    if counted or not any(parse(turn.user)["day"] for turn in scenario.turns):
        return scenario
    # Never none: an agent without retries is then told so whatever the seed.
    searches = ["timeout"] * rng.randint(1, 2)
    if any(turn.search_after_book for turn in scenario.turns):
        first = rng.randint(1, 2)  # three in all: an agent must not count them over the whole call
        searches = [*["timeout"] * first, "ok", *["timeout"] * (3 - first)]
    return replace(scenario, plan={**scenario.plan, "find_slots": searches})


def _other_count(scenario: Scenario, before: int, now: int) -> Scenario:
    """Return the scenario with `now` timeouts before the answer: one where it was two."""
    if scenario.waits is not None and tuple(scenario.waits) != BACKOFF[:before]:
        return scenario
    plan = {**scenario.plan, "find_slots": [*["timeout"] * now, "ok"]}
    count = None if scenario.find_slots is None else scenario.find_slots + now - before
    waits = None if scenario.waits is None else BACKOFF[:now]
    return replace(scenario, plan=plan, find_slots=count, waits=waits)
