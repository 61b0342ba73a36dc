"""Grades a class into a folder: what is done there already is not done again.

    DIR/class.json      the class's seed
    DIR/reports/        a report a submission; DIR/ledger/ what each was made of
    DIR/grades.csv, DIR/summary.txt

There is no time and no path in any of them: the same class gives the same bytes.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from grader.classroom.dispatch import dispatch
from grader.classroom.intake import Found, Intake
from grader.classroom.ledger import Entry, Key, Ledger
from grader.classroom.likeness import compare, published
from grader.classroom.local import Pool
from grader.classroom.parcel import Options, Parcel, empty, pack
from grader.classroom.progress import Progress
from grader.classroom.row import refusal
from grader.classroom.summary import Counts, summary
from grader.classroom.table import table
from grader.classroom.tree import Tree
from grader.classroom.words import tell
from grader.classroom.work import Result, result
from grader.verdicts import Verdict
from voicekit import workspace
from voicekit.checksums import ROOT
from voicekit.errors import BadInput

STATE, GRADES, SUMMARY, LOCK = "class.json", "grades.csv", "summary.txt", ".lock"
SEEDS = 10**6


@contextmanager
def reserved(out: Path) -> Iterator[None]:
    """Have a folder to oneself, made if need be. A run that was killed has let go of it.

    Raises:
        BadInput: another run has it, or it holds something else; nothing in it was changed.
    """
    if out.exists() and not out.is_dir():
        raise BadInput("--out", expected="a folder", got=str(out))
    if out.is_dir() and not (out / STATE).exists() and not all(map(_is_ours, os.listdir(out))):
        expected = "a new folder, an empty one, or that of the same class"
        raise BadInput("--out", expected=expected, got=f"{out}, which holds something else")
    out.mkdir(parents=True, exist_ok=True)
    lock = workspace.take_lock(out / LOCK)
    if lock is None:
        raise BadInput("--out", expected="a folder that no other run is writing to", got=str(out))
    with lock:
        yield


def _is_ours(name: str) -> bool:
    """Whether a run that was killed at once may have left such a file."""
    return name == LOCK or name.startswith(f".{STATE}.")


@dataclass
class Class:
    """A class's submissions, and the folder for what comes of them."""

    tree: Tree
    intake: Intake
    out: Path
    options: Options

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.out)
        self.left: list[Found] = []  # to be graded
        self.why = Counter[str]()  # those to be graded, by the reason; "" are done already
        self.gone: list[str] = []

    def begin(self, seed: int | None) -> None:
        """Decide on the seed, see what is done already, and put away what has gone.

        Raises:
            BadInput: the folder is another class's; nothing in it was changed.
        """
        ids = {found.id for found in self.intake.submissions}
        if (known := self.ledger.known()) and not known & ids:
            got = f"{self.out}, whose {len(known)} submissions are others, all of them"
            raise BadInput("--out", expected="a new folder, or this class's", got=got)
        self.ledger.tidy(STATE, GRADES, SUMMARY)
        contents = [self.pack(found).content() for found in self.intake.submissions]
        self.options["seed"] = self._seed(seed, contents)
        self.gone = self.ledger.retire(ids)
        for found, content in zip(self.intake.submissions, contents, strict=True):
            key = Key(content=content, options=self.options)
            why = self.ledger.why_anew(found.id, key)
            self.why[why] += 1
            self.left += [found] if why else []

    def pack(self, found: Found) -> Parcel:
        return pack(self.tree, found, self.options)

    def _seed(self, given: int | None, contents: list[str]) -> int:
        """Return the seed that is given, else that of last time, else one of the content.

        It follows from all submissions: grading twice gives the same, and nobody could know it.
        """
        path = self.out / STATE
        seed = given
        if seed is None and path.exists():
            seed = _kept_seed(path)
        if seed is None:
            seed = int(sha256(" ".join(contents).encode()).hexdigest(), 16) % SEEDS
        workspace.write(path, workspace.as_json({"version": 1, "seed": seed}))
        return seed

    def grade(self, pool: Pool, progress: Progress, note: Callable[[str], None]) -> int:
        """Grade what is left; return how many could not be, for no fault of theirs."""
        failed = 0

        def keep(found: Found, content: str, came: Result | None, why: str) -> None:
            nonlocal failed
            if came is None:
                failed += 1
                note(tell("lost", id=found.id, why=why))
            kept = came or self._error(found)
            key = Key(content=content, options=self.options)
            self.ledger.keep(found.id, key, kept, is_final=came is not None)
            progress.add(kept["row"]["verdict"] == Verdict.PASSED)

        try:
            dispatch(self.left, self.pack, pool, keep)
        finally:
            pool.close()
            progress.clear()
        return failed

    def _error(self, found: Found) -> Result:
        report = refusal(self.options, Verdict.GRADER_ERROR, tell("grader error"))
        return result(empty(found, self.options), report)

    def finish(self) -> str:
        """Write the table and the summary; return the summary."""
        prints = ((found.id, entry["prints"]) for found, entry in self._rows())
        likeness = compare(prints, published(ROOT))
        counts = Counts()
        text = table(counts.over(self._rows()), likeness, self.options["only"])
        workspace.write(self.out / GRADES, text)
        told = summary(self.intake, counts, likeness, self.options["seed"])
        workspace.write(self.out / SUMMARY, told)
        return told

    def _rows(self) -> Iterator[tuple[Found, Entry]]:
        for found in self.intake.submissions:
            entry = self.ledger.entry(found.id)
            if entry is None:
                raise RuntimeError(f"the ledger's entry of {found.id} is gone")
            yield found, entry


def _kept_seed(path: Path) -> int:
    kept = workspace.read_json(path)
    seed = kept.get("seed") if isinstance(kept, dict) else None
    if type(seed) is not int:
        raise BadInput(str(path), expected='an object with a whole number "seed"', got=kept)
    return seed
