"""A report as a row of the table, and the report of what could not be run."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from grader.checks.booking import WORD
from grader.classroom.parcel import Options
from grader.classroom.words import tell
from grader.context import Context
from grader.grading import grade
from grader.submission import Submission
from grader.verdicts import Check, Report, Verdict

SHOWN_FILES = 8
NOT_RUN = (Verdict.NOT_GRADABLE, Verdict.GRADER_ERROR)


class Row(TypedDict):
    """What of a report goes into the table."""

    verdict: str
    score: int
    max_score: int
    printed: str
    varied: str
    checks: dict[str, str]  # verdict by column
    files: list[str]
    reason: str  # why it was not run


def row(report: Report, files: Sequence[str] = ()) -> Row:
    """Return a report's row."""
    reasons = [check.reason for check in report.checks if check.verdict in NOT_RUN]
    more = [tell("more", count=len(files) - SHOWN_FILES)] if len(files) > SHOWN_FILES else []
    return Row(
        verdict=str(report.verdict),
        score=report.score,
        max_score=report.max_score,
        printed=_count(report.scenarios_of("printed")),
        varied=_count(report.scenarios_of("varied")),
        checks={column(check): str(check.verdict) for check in report.checks},
        files=[*files[:SHOWN_FILES], *more],
        reason=reasons[0] if reasons else "",
    )


def column(check: Check) -> str:
    """Return what a check is called in the table, whatever came of it."""
    if check.word != WORD or not check.scenario or check.exercise == "fresh-start":
        return f"{check.word}: {check.exercise}"
    return f"{check.word}: {check.scenario}" + (" varied" if check.run == "varied" else "")


def blank(words: Sequence[str]) -> list[Check]:
    """Return all the checks there are, in their order: those of a folder that holds nothing."""
    return grade(Context(Submission(Path("nothing", "is", "here"))), words).checks


def refusal(options: Options, verdict: Verdict, reason: str) -> Report:
    """Return the report of a submission that was not run: each of its checks says why."""
    checks = blank(options["only"])
    rows = [replace(check, verdict=verdict, reason=reason) for check in checks]
    return Report(rows, seed=options["seed"])


def _count(checks: Sequence[Check]) -> str:
    passed = sum(check.verdict == Verdict.PASSED for check in checks)
    return tell("of", passed=passed, all=len(checks)) if checks else ""
