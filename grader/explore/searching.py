"""Rules about searches: the reads of find_slots up to the first outcome but a timeout (rule 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.explore.record import Dialogue
from grader.explore.words import tell
from grader.played import Event

READS = 3
WAITS = (0.5, 1.0)  # seconds


@dataclass
class Search:
    """One search: how often it was tried, what was waited for, and whether it came to an end.

    Attributes:
        waits: after each read without an answer, in order, what was waited before the next one.
    """

    reads: int = 0
    waits: list[list[float]] = field(default_factory=list)
    answered: bool = False

    @property
    def waited(self) -> list[float]:
        """All its waits in a row."""
        return [wait for waits in self.waits for wait in waits]


def searches(events: Sequence[Event]) -> Iterator[Search]:
    """Yield the searches among some events. Waits that belong to none of them are nobody's."""
    search = Search()
    for event in events:
        if not isinstance(event, tuple):
            if search.waits:
                search.waits[-1].append(round(event, 6))
        elif event[0][0] == "find_slots":
            search.reads += 1
            if event[0][2] == "timeout":
                search.waits.append([])
            else:
                search.answered = True
                yield search
                search = Search()
    if search.reads:
        yield search


def _ours(dialogue: Dialogue) -> list[Search]:
    """Return the searches that end in the last step. One may have begun before it."""
    if dialogue.is_over:
        return []
    before = len(list(searches([e for step in dialogue.earlier for e in step.events])))
    all_of_them = list(searches([e for step in dialogue.steps for e in step.events]))
    return all_of_them[max(0, before - 1) :] if dialogue.last.made("find_slots") else []


def searches_too_often(dialogue: Dialogue) -> str | None:
    """A search has three reads at most."""
    most = max((search.reads for search in _ours(dialogue)), default=0)
    return tell("reads", count=most) if most > READS else None


def waits_otherwise(dialogue: Dialogue) -> str | None:
    """Between the reads of a search are the given waits, and after the last one is none."""
    for search in _ours(dialogue):
        retries = len(search.waits) - (0 if search.answered else 1)
        due = [[wait] for wait in WAITS[:retries]] + [[]] * (len(search.waits) - retries)
        if search.waits != due:
            return tell("waits", waits=search.waited, reads=search.reads)
    return None


def gives_up_early(dialogue: Dialogue) -> str | None:
    """Each search has all its retries, whatever happened to the one before."""
    if dialogue.last.trouble:
        return None
    for search in _ours(dialogue):
        if not search.answered and search.reads < READS:
            return tell("reads", count=search.reads)
    return None
