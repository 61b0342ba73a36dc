"""Which dialogues there are, shortest first, and none of them twice.

A dialogue is what is said and how the tools answer. Plans that have answered alike so far share
their dialogues: they are played apart only from the call on that they answer differently.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from voicekit.clinic import Call

Plan = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Line:
    """What is said, as numbers of utterances, and the plans that it is played for at once."""

    said: tuple[int, ...]
    plans: tuple[int, ...]  # the first of them is played; the others answer alike, or branch off
    is_echo: bool = False  # what was said before the last utterance led to nothing new


@dataclass(frozen=True)
class Outcome:
    """What became of a line.

    Attributes:
        line: with the plans that it stands for.
        rest: the other plans.
        place: where it leads to; None where it does not go on.
    """

    line: Line
    rest: tuple[int, ...]
    place: int | None


def outcome(line: Line, plans: Sequence[Plan], calls: Sequence[Call], place: int | None) -> Outcome:
    """Return what was learned from the calls that a clinic saw while a line was played."""
    first, *others = line.plans
    alike = [plan for plan in others if _alike(plans[first], plans[plan], calls)]
    rest = tuple(plan for plan in others if plan not in alike)
    return Outcome(replace(line, plans=(first, *alike)), rest, place)


def _alike(one: Plan, other: Plan, calls: Sequence[Call]) -> bool:
    """Whether two plans would have answered these calls in the same way.

    Example:
        >>> calls = [("book", ("friday", "10:00", "Jamie"), "ok")]
        >>> _alike({}, {"find_slots": ["timeout"]}, calls), _alike({}, {"book": ["taken"]}, calls)
        (True, False)
    """
    for tool in {*one, *other}:
        # A search for what is no day uses up no outcome.
        count = sum(name == tool and outcome != "error" for name, _, outcome in calls)
        if _first(one, tool, count) != _first(other, tool, count):
            return False
    return True


def _first(plan: Plan, tool: str, count: int) -> list[str]:
    outcomes = [*plan.get(tool, ())][:count]
    return outcomes + ["ok"] * (count - len(outcomes))


class Level:
    """All dialogues of one length, in the order in which they are played.

    First those that begin with something new, then the echoes, whose beginning led to a place
    where a dialogue before them has been: they are played, too, but time may be up before. Of
    either kind the first plan's come first.

    Attributes:
        played: how many were played.
        goes_on: those that can be made longer.
    """

    def __init__(self, before: Sequence[Line], utterances: int, plans: int) -> None:
        self._waiting: dict[tuple[bool, int], list[Line]] = {
            (is_echo, plan): [] for is_echo in (False, True) for plan in range(plans)
        }
        for line in before:
            for number in range(utterances):
                self._wait(replace(line, said=(*line.said, number)))
        self.played = 0
        self.goes_on: list[Line] = []
        self._places: set[int] = set()

    @property
    def stages(self) -> list[tuple[bool, int]]:
        """The parts of a level, in order: whether they are echoes, and the plan."""
        return list(self._waiting)

    def lines(self, stage: tuple[bool, int]) -> list[Line]:
        """Return the lines of a stage, in order; complete when its turn comes."""
        return sorted(self._waiting[stage], key=lambda line: line.said)

    def take(self, outcomes: Sequence[Outcome]) -> None:
        """Note what became of some lines."""
        for one in outcomes:
            self.played += 1
            if one.place is not None:
                self.goes_on.append(replace(one.line, is_echo=one.place in self._places))
                self._places.add(one.place)
            if one.rest:
                self._wait(replace(one.line, plans=one.rest))

    def _wait(self, line: Line) -> None:
        self._waiting[line.is_echo, line.plans[0]].append(line)


def portions(lines: Sequence[Line], size: int) -> Iterator[Sequence[Line]]:
    """Yield some lines at a time. Where they are cut does not depend on who plays them."""
    yield from (lines[start : start + size] for start in range(0, len(lines), size))
