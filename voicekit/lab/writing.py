"""Writes exercises into a learner's files: never over work, never without a backup."""

import difflib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab import regions
from voicekit.lab.exercises import EXERCISES, Exercise
from voicekit.lab.shipped import solution_source


class HandEdited(BadInput):
    """A region was edited by hand, so a cell may not replace it. The caller knows: it is as it was.

    `changes` is what the cell would change, as a diff.
    """

    def __init__(self, one: Exercise, changes: str) -> None:
        super().__init__(
            f"{one.name} in {one.file}",
            expected="what a cell wrote",
            got="your own edit",
            next_step=f"It was kept. To take the cell's text: %%agent {one.name} --replace",
        )
        self.changes = changes


def now_stamp() -> str:
    """Return the time as part of a backup's name."""
    return datetime.now().strftime("%Y%m%d-%H%M%S")


@dataclass
class Book:
    """A learner's agent folder, and a record of what the lab wrote in it.

    The record, of digests of everything it ever wrote, tells work done by hand from what a cell
    wrote: only the latter is replaced.
    """

    folder: Path
    stamp: Callable[[], str] = now_stamp

    def write(self, one: Exercise, body: str, force: bool = False) -> str:
        """Put a body into an exercise's region; return what changed, as a diff, "" for nothing.

        A stub never takes the place of work.

        Raises:
            BadInput: the body is no Python. The file is as it was.
            HandEdited: the region was edited by hand since the lab last wrote it, and `force` is
                not set. The file is as it was.
        """
        path = self.folder / one.file
        old = self._source(one.file)
        before, after = regions.body(old, one.name), _normal(body, one.name)
        if before == after or (regions.is_stub(after, one.name) and not force):
            return ""
        if not force and self._by_hand(one, before):
            raise HandEdited(one, diff(before, after))
        self._store(path, regions.replace(old, one.name, after))
        self._record({one: after})
        return diff(before, after)

    def reset(self, one: Exercise) -> None:
        """Blank an exercise's region again; a backup keeps what was there."""
        blank = regions.stub(regions.body(solution_source(one.file), one.name), one.name)
        self.write(one, blank, force=True)

    def catch_up(self, to: Exercise) -> list[str]:
        """Fill the unwritten regions before an exercise from the solution; return their names."""
        before = [one for one in EXERCISES[: EXERCISES.index(to)] if one.is_region]
        done = []
        for file in dict.fromkeys(
            one.file for one in before
        ):  # a file is changed once, and undone so
            source, solution = self._source(file), solution_source(file)
            filled = {
                one: regions.body(solution, one.name)
                for one in before
                if one.file == file and regions.is_stub(regions.body(source, one.name), one.name)
            }
            for one, body in filled.items():
                source = regions.replace(source, one.name, body)
            if filled:
                self._store(self.folder / file, source)
                self._record(filled)
            done += [one.name for one in filled]
        return done

    def undo(self, file: str) -> tuple[str, Path]:
        """Put the newest backup of a file back; return what changed, and where the newer text is.

        Raises:
            BadInput: there is no backup.
        """
        backups = sorted((self.folder / ".backup").glob(f"{file}.*"), key=_age)
        if not backups:
            raise BadInput(file, expected="a backup to go back to", got="none in .backup")
        newest = backups[-1]
        path, kept = self.folder / file, newest.with_name(f"undone-{newest.name}")
        if path.exists():
            path.replace(kept)
        newest.replace(path)
        before = workspace.read_text(kept) if kept.exists() else ""
        return diff(before, workspace.read_text(path)), kept

    def _source(self, file: str) -> str:
        """Return the file's text, making the starter where there is none."""
        path = self.folder / file
        if not path.exists():
            workspace.write(path, regions.blanked(solution_source(file)))
        workspace.read_text(path)  # raises where it is no text
        return path.read_bytes().decode("utf-8")  # with its byte order mark, if it has one

    def _store(self, path: Path, text: str) -> None:
        workspace.back_up(path, self.stamp())
        workspace.write(path, text)

    @property
    def _ledger(self) -> Path:
        return self.folder / ".backup" / "written.json"

    def _written(self) -> dict[str, list[str]]:
        if not self._ledger.exists():
            return {}
        written: dict[str, list[str]] = workspace.read_json(self._ledger)
        return written

    def _record(self, bodies: Mapping[Exercise, str]) -> None:
        record = self._written()
        for one, body in bodies.items():
            record.setdefault(f"{one.file}:{one.name}", []).append(_digest(body))
        workspace.write(self._ledger, workspace.as_json(record))

    def _by_hand(self, one: Exercise, body: str) -> bool:
        if regions.is_stub(body, one.name):
            return False
        return _digest(body) not in self._written().get(f"{one.file}:{one.name}", [])


def diff(before: str, after: str) -> str:
    """Return what changed, line by line, without the head that names files."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def _normal(body: str, name: str) -> str:
    """Return a body as it will stand in its region, checked to be Python."""
    frame = f"# region {name}\n# endregion {name}\n"
    return regions.body(regions.replace(frame, name, body), name)


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _age(path: Path) -> tuple[float, str]:
    return path.stat().st_mtime, path.name
