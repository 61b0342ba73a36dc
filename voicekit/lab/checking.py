"""Checks of exercises: the grader, run as a process, and what it says of one of them."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab import regions
from voicekit.lab.exercises import EXERCISES, Exercise
from voicekit.lab.findings import Finding, Findings
from voicekit.lab.judged import judged
from voicekit.lab.shipped import solution_source

GRADER_S = 120  # far more than the grader allows itself
SEED = "0"  # always the same, so that a cell that is run again says the same


def judge(one: Exercise, folder: Path) -> Findings:
    """Run an exercise's check on the files in `folder`.

    A region is judged by itself: regions that are not written yet are filled in from the
    solution, in a copy, so that one missing exercise is no mistake of another.

    Raises:
        BadInput: the file can't be read or has lost the marks of its regions; nothing was judged.
    """
    about = judged(one, folder)  # before it is read: what is changed meanwhile is told as stale
    missing = _not_attempted(one, folder)
    rows = [missing] if missing else _rows(one, graded(folder, one))
    return replace(_findings(one, rows), judged=about)


def judge_all(folder: Path) -> list[tuple[Exercise, str]]:
    """Return every exercise with the verdict that `judge` would give it, each word graded once."""
    reports: dict[str, dict[str, Any]] = {}
    verdicts = []
    for one in EXERCISES:
        rows = [_not_attempted(one, folder)]
        if rows == [None]:
            if one.word not in reports:
                reports[one.word] = graded(folder, one)
            rows = [*_rows(one, reports[one.word])]
        failed = [row.verdict for row in rows if row and row.verdict != "PASSED"]
        verdicts.append((one, failed[0] if failed else "PASSED"))
    return verdicts


def _not_attempted(one: Exercise, folder: Path) -> Finding | None:
    path = folder / one.file
    if not path.exists():
        return Finding("NOT ATTEMPTED", one.name, f"There is no {one.file} yet.")
    if one.is_region:
        body = regions.body(workspace.read_text(path), one.name)
        if regions.is_stub(body, one.name):
            return Finding("NOT ATTEMPTED", one.name, "Not written yet.")
    return None


def graded(folder: Path, one: Exercise) -> dict[str, Any]:
    """Return the grader's report on an exercise's word, unwritten regions filled in."""
    if not one.is_region:
        return _report(folder, one.word)
    source = workspace.read_text(folder / one.file)
    whole = regions.filled(source, solution_source(one.file))
    with tempfile.TemporaryDirectory() as room:
        copy = Path(room) / "agent"
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        (copy / one.file).write_text(whole, encoding="utf-8", newline="")
        return _report(copy, one.word)


def _report(folder: Path, word: str) -> dict[str, Any]:
    """Return what the grader, run as a process, says of a folder.

    Raises:
        BadInput: the grader could not be run, or left no report.
    """
    with tempfile.TemporaryDirectory() as room:
        file = Path(room) / "report.json"
        command = [sys.executable, "-m", "grader", str(folder), "--only", word, "--json", str(file)]
        command += ["--seed", SEED]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=GRADER_S
        )
        if not file.exists():
            raise BadInput(
                "the grader", expected="a report", got=(done.stderr or done.stdout)[-300:]
            )
        report: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return report


def _rows(one: Exercise, report: dict[str, Any]) -> list[Finding]:
    key, wanted = ("scenario", one.scenarios) if one.scenarios else ("exercise", [one.name])
    rows = [row for row in report["checks"] if row[key] in wanted and row["run"] == "printed"]
    if {row["verdict"] for row in rows} == {"NOT GRADABLE"}:
        return [Finding("NOT GRADABLE", one.file, rows[0]["message"])]  # one mistake, told once
    if not rows:  # never taken for a pass
        return [
            Finding("GRADER ERROR", one.name, "No verdict came. It does not count against you.")
        ]
    found = [Finding(row["verdict"], row[key], row["message"]) for row in rows]
    return [*found, *_varied_row(one, report)]


def _varied_row(one: Exercise, report: dict[str, Any]) -> list[Finding]:
    """Return the first varied scenario that is this exercise's fault, as a row of its own."""
    return [
        Finding(row["verdict"], f"{row['scenario']}, re-worded", row["message"])
        for row in report["checks"]
        if row["run"] == "varied" and row["scenario"] in one.scenarios
        if row["verdict"] not in ("PASSED", "SKIPPED")  # skipped: a printed one says what to mend
    ][:1]


def _findings(one: Exercise, rows: Sequence[Finding]) -> Findings:
    if all(row.verdict == "PASSED" for row in rows):
        after = EXERCISES[EXERCISES.index(one) + 1 :][:1]
        if not after:
            return Findings(one.name, rows, "That was the last exercise. Well done.")
        where = "" if after[0].notebook == one.notebook else f" in {after[0].notebook}.ipynb"
        return Findings(one.name, rows, f"Next: {after[0].name}{where}.")
    return Findings(one.name, rows, f'A hint: hint("{one.name}"). Then run the cell again.')
