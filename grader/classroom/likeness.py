"""Which submissions are near-identical: a list to look at, never part of a grade.

Compared is what a submission does not share with what was handed out: the starter and the finished
agent are public, and two honest answers to the same blank look alike. Found are copies with other
names, comments, texts, layout or order of functions. Not found are copies that were rewritten line
by line or translated, copies of parts below `SAME`, copies of somebody outside the class, and rings
so large that their code counts as common to the class; and two who worked together look like two of
whom one copied. Where little was written there is little to compare: below `LEAST` fingerprints of
its own, only what is equal is told.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.prints import Prints, prints
from grader.classroom.words import tell

SAME = 0.7  # of the smaller one's fingerprints; independent agents share up to 0.2
LEAST = 10  # fingerprints
COMMON = 10  # submissions that may share a fingerprint, and a quarter of a larger class
TABLE = """
pragma cache_size = -500;
create table grams (gram integer, one integer, primary key (gram, one)) without rowid;
create index of_one on grams (one, gram);
"""
ALIKE = """
select other.one, count(*) from grams as mine join grams as other on other.gram = mine.gram
where mine.one = ? and other.one < ? group by other.one having count(*) >= ?
"""
TOO_COMMON = (
    "delete from grams where gram in (select gram from grams group by gram having count(*) > ?)"
)


@dataclass
class Published:
    """What everybody was given: its name by its tokens, and its fingerprints."""

    names: dict[str, str] = field(default_factory=dict)
    grams: set[str] = field(default_factory=set)


@dataclass
class Likeness:
    """What was found, by id.

    Attributes:
        groups: the group's number, from 1, and how much of it is shared with another of the group,
            in percent.
        published: what a submission is, where it is nothing but that.
    """

    groups: dict[str, tuple[int, int]] = field(default_factory=dict)
    published: dict[str, str] = field(default_factory=dict)

    def members(self) -> dict[int, list[str]]:
        """Return the ids of each group."""
        found: dict[int, list[str]] = {}
        for one, (number, _) in self.groups.items():
            found.setdefault(number, []).append(one)
        return dict(sorted(found.items()))


def published(root: Path) -> Published:
    """Return what was handed out, as far as it is there: an installed lab is without it."""
    found = Published()
    rows = [(path, "starter") for path in sorted((root / "notebooks" / "starter").glob("*.py"))]
    for path, name in [*rows, (root / "solutions" / "agent.py", "finished agent")]:
        if its := prints([path.read_bytes()] if path.is_file() else []):
            found.names[its["normal"]] = tell(name)
            found.grams |= set(its["grams"])
    return found


def compare(submissions: Iterable[tuple[str, Prints | None]], given: Published) -> Likeness:
    """Return which of some submissions are near-identical. They are read once, and not kept."""
    likeness, index = Likeness(), _Index()
    for one, its in submissions:
        if its is None:
            continue
        if its["normal"] in given.names:
            likeness.published[one] = given.names[its["normal"]]
        else:
            index.add(one, its, given.grams)
    likeness.groups = index.groups()
    return likeness


class _Index:
    """Fingerprints, in a file that nobody sees: a class must not need more memory than a few."""

    def __init__(self) -> None:
        self._base = sqlite3.connect("")  # a temporary file, gone with this
        self._base.executescript(TABLE)
        self._numbers: dict[str, int] = {}  # by tokens: equal ones are compared as one
        self._ids: list[list[str]] = []

    def add(self, one: str, its: Prints, given: set[str]) -> None:
        number = self._numbers.setdefault(its["normal"], len(self._ids))
        if number < len(self._ids):
            self._ids[number].append(one)
            return
        self._ids.append([one])
        rows = [(int(gram, 16) - (1 << 63), number) for gram in its["grams"] if gram not in given]
        self._base.executemany("insert into grams values (?, ?)", rows)

    def groups(self) -> dict[str, tuple[int, int]]:
        """Return the number of each one's group, and its likeness to another in it."""
        best = {number: 1.0 for number, ids in enumerate(self._ids) if len(ids) > 1}
        root = list(range(len(self._ids)))
        for one, other, share in self._pairs():
            for number in (one, other):
                best[number] = max(best.get(number, 0.0), share)
            root[_top(root, one)] = _top(root, other)
        self._base.close()
        found: dict[str, tuple[int, int]] = {}
        seen: dict[int, int] = {}
        for name, number in sorted((name, n) for n, ids in enumerate(self._ids) for name in ids):
            if number in best:
                group = seen.setdefault(_top(root, number), len(seen) + 1)
                found[name] = (group, int(100 * best[number]))
        return found

    def _pairs(self) -> Iterator[tuple[int, int, float]]:
        self._base.execute(TOO_COMMON, [max(COMMON, len(self._ids) // 4)])
        sizes = dict(self._base.execute("select one, count(*) from grams group by one"))
        for one, size in sizes.items():
            for other, count in self._base.execute(ALIKE, [one, one, LEAST]):
                share = count / min(size, sizes[other])
                if share >= SAME:
                    yield one, other, share


def _top(root: list[int], one: int) -> int:
    while root[one] != one:
        root[one] = one = root[root[one]]
    return one
