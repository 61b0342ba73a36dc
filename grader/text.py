"""The report as plain text: words carry everything, lines fit a narrow terminal."""

import textwrap
from collections.abc import Sequence

from grader.messages import say
from grader.verdicts import Check, Report, Verdict

WIDTH = 79


def text(report: Report, title: str) -> str:
    """Return the report as text, one block per word."""
    lines = [title, ""]
    for word in dict.fromkeys(check.word for check in report.checks):
        lines.append(word)
        told: set[str] = set()
        checks = [check for check in report.checks if check.word == word]
        for check in checks:
            lines += _check(check, told) if check.run != "varied" else []
        lines += _varied([check for check in checks if check.run == "varied"], told)
        lines.append("")
    lines += _section("Your output", report.learner_output.splitlines()[:40])
    lines += _section("Worth a look", report.advice)
    return "\n".join([*lines, *_protections(report), *_result(report)])


def _protections(report: Report) -> list[str]:
    """Name the walls that were up, without the details that the JSON report has."""
    names = ", ".join(wall.split(":")[0] for wall in report.protections)
    return textwrap.wrap(say("protections", names=names), WIDTH) if names else []


def _result(report: Report) -> list[str]:
    """Return the last lines: printed and varied apart, so that nobody takes one for both."""
    values = {"score": report.score, "max_score": report.max_score, "verdict": report.verdict}
    if not report.scenarios_of("varied"):
        return [say("points", split="", **values)]
    runs = {run: _count(report.scenarios_of(run)) for run in ("printed", "varied")}
    return [
        say("seed", seed=report.seed),
        say("points", split=say("split", printed=runs["printed"], varied=runs["varied"]), **values),
    ]


def _count(checks: Sequence[Check]) -> str:
    passed = sum(check.verdict == Verdict.PASSED for check in checks)
    return say("of", passed=passed, all=len(checks))


def _check(check: Check, told: set[str]) -> list[str]:
    name = check.scenario or check.exercise
    if check.scenario and check.exercise == "fresh-start":
        name = f"{check.exercise} ({check.scenario})"
    lines = [f"  {check.verdict:<14} {name}"]
    if check.observed is not None:
        lines += _wrapped(f"turn {check.turn}: ", f'"{check.user}"') if check.turn else []
        lines += _wrapped("came:   ", check.observed)
        lines += _wrapped("due:    ", check.expected or "")
        lines += _wrapped("next:   ", check.reason) if check.reason else []
    elif check.reason and check.reason not in told:  # one mistake is told once
        told.add(check.reason)
        lines += _wrapped("", check.reason)
    return lines


def _varied(checks: Sequence[Check], told: set[str]) -> list[str]:
    """Return the varied scenarios, those with the same verdict in one row."""
    lines = ["  " + say("varied heading")] if checks else []
    for verdict in dict.fromkeys(check.verdict for check in checks):
        same = [check for check in checks if check.verdict == verdict]
        names = ", ".join(str(check.scenario) for check in same)
        row = _wrapped("", names)
        lines += [f"  {verdict:<14} {row[0].strip()}", *row[1:]]
        for reason in dict.fromkeys(check.reason for check in same):
            if reason not in told:
                lines += _wrapped("", reason)
                told.add(reason)
    return lines


def _wrapped(label: str, content: str) -> list[str]:
    indent = " " * 17
    return textwrap.wrap(
        " ".join(content.split()),
        WIDTH,
        initial_indent=indent + label,
        subsequent_indent=indent + " " * len(label),
    )


def _section(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    wrapped = [row for line in lines for row in textwrap.wrap(line, WIDTH - 2) or [""]]
    return [title, *(f"  {line}" for line in wrapped), ""]
