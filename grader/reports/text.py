"""The report as plain text: words carry everything, lines fit a narrow terminal."""

import textwrap
from collections.abc import Iterator, Sequence

from grader.reports.words import tell
from grader.showing import visible
from grader.verdicts import Check, Report, Verdict

WIDTH = 79  # columns
NARROW = 60  # below it, what belongs to a verdict stands under it and not beside it
BESIDE, UNDER = 17, 4  # columns
LABEL = 8  # columns
LINES = 40  # of what the agent printed


def text(report: Report, title: str, width: int = WIDTH) -> str:
    """Return the report as text, one block per word. Only `title` may be wider than `width`."""
    return "\n".join([title, "", *_Page(report, width).lines()])


class _Page:
    """A report and the width it has to fit in."""

    def __init__(self, report: Report, width: int) -> None:
        self._report = report
        self._width = width
        self._told: set[str] = set()  # one mistake is told once

    def lines(self) -> Iterator[str]:
        report = self._report
        word = ""
        for (part, is_varied), checks in report.parts().items():
            if part != word:
                yield from ["", part] if word else [part]
            word = part
            yield from self._varied(checks) if is_varied else self._checks(checks)
        yield ""
        yield from self._section(tell("output"), _some(report.learner_output.splitlines()))
        yield from self._section(tell("advice"), report.advice)
        yield from self._result()

    def _checks(self, checks: Sequence[Check]) -> Iterator[str]:
        for check in checks:
            yield from self._row(check.verdict, check.name)
            if check.observed is not None:
                yield from self._told_in_full(check)
            else:
                yield from self._once(check.reason)

    def _told_in_full(self, check: Check) -> Iterator[str]:
        if check.turn:
            said = f' "{check.user}"' if check.user is not None else ""
            yield from self._wrapped("", tell("turn", turn=check.turn) + said)
        told = {"came": check.observed, "due": check.expected, "next": check.reason}
        for key, value in told.items():
            if value or key != "next":
                yield from self._wrapped(f"{tell(key):<{LABEL}}", value or "")

    def _varied(self, checks: Sequence[Check]) -> Iterator[str]:
        """Yield the varied scenarios, those with the same verdict in one row."""
        yield from self._filled("  ", tell("varied heading"))
        for verdict in dict.fromkeys(check.verdict for check in checks):
            same = [check for check in checks if check.verdict == verdict]
            yield from self._row(verdict, ", ".join(check.name for check in same))
            for check in same:
                yield from self._once(check.reason)

    def _once(self, reason: str) -> Iterator[str]:
        if reason not in self._told:
            self._told.add(reason)
            yield from self._wrapped("", reason)

    def _row(self, verdict: Verdict, names: str) -> list[str]:
        return self._filled(f"  {verdict:<{BESIDE - 3}} ", names)

    def _wrapped(self, label: str, content: str) -> list[str]:
        indent = " " * (UNDER if self._width < NARROW else BESIDE)
        return self._filled(indent + label, content)

    def _filled(self, start: str, content: str) -> list[str]:
        """Return lines that begin with `start`, and go on below its end."""
        return textwrap.wrap(
            " ".join(visible(content).split()),
            self._width,
            initial_indent=start,
            subsequent_indent=" " * len(start),
        )

    def _section(self, title: str, lines: Sequence[str]) -> list[str]:
        if not lines:
            return []
        wide = self._width - 2
        rows = [row for line in lines for row in textwrap.wrap(visible(line), wide) or [""]]
        return [title, *(f"  {row}" for row in rows), ""]

    def _result(self) -> Iterator[str]:
        """Yield the last lines: printed and varied apart, so that nobody takes one for both."""
        report = self._report
        names = ", ".join(wall.split(":")[0] for wall in report.protections)
        told = [tell("protections", names=names)] if names else []  # the details are in the JSON
        told += [tell(f"feedback {report.feedback}")] if report.feedback != "full" else []
        told += [tell("seed", seed=report.seed)] if report.scenarios_of("varied") else []
        for line in (*told, result(report)):
            yield from textwrap.wrap(line, self._width)


def result(report: Report) -> str:
    """Return the points and the verdict."""
    return tell("result", points=points(report), verdict=report.verdict)


def points(report: Report) -> str:
    """Return the points, those of printed and of varied scenarios apart."""
    values = {"score": report.score, "max_score": report.max_score}
    if not report.scenarios_of("varied"):
        return tell("points", split="", **values)
    runs = {run: passed(report.scenarios_of(run)) for run in ("printed", "varied")}
    return tell("points", split=tell("split", **runs), **values)


def passed(checks: Sequence[Check]) -> str:
    """Return how many of some checks passed, in words."""
    count = sum(check.verdict == Verdict.PASSED for check in checks)
    return tell("of", passed=count, all=len(checks))


def _some(lines: Sequence[str]) -> list[str]:
    left = [tell("lines left out", count=len(lines) - LINES)] if len(lines) > LINES else []
    return [*lines[:LINES], *left]
