"""What is done already: one entry a submission, written after its reports.

    DIR/ledger/ID.json                  what was graded, and how; the row; fingerprints
    DIR/reports/ID.json, DIR/reports/ID.html
    DIR/earlier/                        reports that were replaced, or whose submission is gone

Each file holds either the old content or the new, whatever happens. An entry counts only while it
is about the same content, lab and options, and its reports are as they were written.
"""

import contextlib
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import TypedDict, cast

from grader.classroom.parcel import Options
from grader.classroom.prints import Prints
from grader.classroom.row import Row
from grader.classroom.work import Result
from voicekit import checksums, workspace
from voicekit.errors import BadInput

JUDGING = ("voicekit/", "grader/")


class Key(TypedDict):
    """What a report was made of."""

    content: str
    options: Options


class Entry(TypedDict):
    """What is known of a submission that was graded."""

    of: Key
    reports: dict[str, str]  # SHA-256 by suffix
    row: Row
    prints: Prints | None
    is_final: bool  # False: it was our fault, so try again


def lab() -> str:
    """Return what tells this lab from another: its files, and Python's version."""
    sums = json.loads(checksums.manifest())
    judging = {name: due for name, due in sums.items() if name.startswith(JUDGING)}
    return sha256(repr((judging, sys.version_info[:2])).encode()).hexdigest()[:16]


class Ledger:
    """The entries and reports in a folder."""

    def __init__(self, out: Path) -> None:
        self._entries = out / "ledger"
        self._reports = out / "reports"
        self._earlier = out / "earlier"

    def tidy(self, *others: str) -> None:
        """Remove what a run that was killed had half written, of some other files, too."""
        out = self._entries.parent
        half = [path for name in others for path in out.glob(f".{name}.*")]
        for folder in (self._entries, self._reports):
            half += folder.glob(".*.*.*")  # `workspace.write` calls it .NAME.SUFFIX.RANDOM
        for path in half:
            path.unlink()

    def entry(self, one: str) -> Entry | None:
        """Return a submission's entry, if it has one that can be read."""
        try:
            return cast(Entry, workspace.read_json(self._entries / f"{one}.json"))
        except (FileNotFoundError, BadInput):
            return None

    def why_anew(self, one: str, key: Key) -> str:
        """Return why a submission has to be graded; "" where it is done.

        It is "new", "changed", "options" or "lab"; "report" where a report is gone or not as it
        was; "error" where grading failed.
        """
        entry = self.entry(one)
        if entry is None:
            return "new"
        if entry["of"]["content"] != key["content"]:
            return "changed"
        if entry["of"] != key:
            same = {**entry["of"]["options"], "lab": key["options"]["lab"]} == key["options"]
            return "lab" if same else "options"
        if not entry["is_final"]:
            return "error"
        as_written = {suffix: _sum(self._report(one, suffix)) for suffix in entry["reports"]}
        return "" if as_written == entry["reports"] else "report"

    def keep(self, one: str, key: Key, result: Result, is_final: bool) -> None:
        """Write a submission's reports, and then its entry. Raises BadInput."""
        sums = {}
        for suffix, text in (("json", result["report"]), ("html", result["page"])):
            path = self._report(one, suffix)
            sums[suffix] = sha256(text.encode()).hexdigest()
            if _sum(path) not in (None, sums[suffix]):
                self._put_away(path)
            workspace.write(path, text)
        entry = Entry(
            of=key, reports=sums, row=result["row"], prints=result["prints"], is_final=is_final
        )
        workspace.write(self._entries / f"{one}.json", workspace.as_json(entry))

    def known(self) -> set[str]:
        """Return whose entries there are."""
        return {path.stem for path in self._entries.glob("[!.]*.json")}

    def retire(self, present: set[str]) -> list[str]:
        """Put away what belongs to no submission any more; return whose it was."""
        gone = set()
        for path in sorted(self._reports.glob("*")):
            if path.stem not in present:
                gone.add(path.stem)
                self._put_away(path)
        for one in self.known() - present:
            (self._entries / f"{one}.json").unlink()
        return sorted(gone)

    def _report(self, one: str, suffix: str) -> Path:
        return self._reports / f"{one}.{suffix}"

    def _put_away(self, path: Path) -> None:
        self._earlier.mkdir(exist_ok=True)
        target, number = self._earlier / path.name, 1
        while target.exists():
            number += 1
            target = self._earlier / f"{path.stem}-{number}{path.suffix}"
        path.rename(target)


def _sum(path: Path) -> str | None:
    with contextlib.suppress(OSError):
        return sha256(path.read_bytes()).hexdigest()
    return None
