"""The report as plain text: words carry everything, lines fit a narrow terminal."""

import textwrap

from grader.verdicts import Check, Report

WIDTH = 79


def text(report: Report, title: str) -> str:
    """Return the report as text, one block per word."""
    lines = [title, ""]
    for word in dict.fromkeys(check.word for check in report.checks):
        lines.append(word)
        told: set[str] = set()
        for check in report.checks:
            if check.word == word:
                lines += _check(check, told)
        lines.append("")
    lines += _section("Your output", report.learner_output.splitlines()[:40])
    lines += _section("Worth a look", report.advice)
    lines.append(f"{report.score} of {report.max_score} points: {report.verdict}")
    return "\n".join(lines)


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
