"""The report as JUnit XML, which CI services show: a suite per word, varied scenarios apart.

No times stand in it: two runs write the same bytes.
"""

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, indent

from grader.reports.elements import as_xml, element
from grader.reports.words import tell
from grader.verdicts import Check, Report, Verdict

OUTCOMES = {  # what a case holds; nothing where it passed
    Verdict.FAILED: "failure",
    Verdict.NOT_ATTEMPTED: "skipped",
    Verdict.SKIPPED: "skipped",
    Verdict.NOT_GRADABLE: "error",
    Verdict.GRADER_ERROR: "error",
}


def junit(report: Report, title: str) -> str:
    """Return the report as XML, with its declaration."""
    suites = [_suite(*part, checks) for part, checks in report.parts().items()]
    suites[0].insert(0, _properties(_of_the_run(report)))
    if report.learner_output:
        suites[0].append(element("system-out", report.learner_output))
    counts = {f"{name}s": _count(report.checks, name) for name in ("failure", "error")}
    root = element("testsuites", *suites, name=title, tests=len(report.checks), **counts)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{as_xml(root)}\n'


def _suite(word: str, is_varied: bool, checks: Sequence[Check]) -> Element:
    return element(
        "testsuite",
        *map(_case, checks),
        name=tell("part varied", word=word) if is_varied else word,
        tests=len(checks),
        failures=_count(checks, "failure"),
        errors=_count(checks, "error"),
        skipped=_count(checks, "skipped"),
    )


def _count(checks: Sequence[Check], outcome: str) -> int:
    return sum(OUTCOMES.get(check.verdict) == outcome for check in checks)


def _case(check: Check) -> Element:
    points = _properties([("points", check.earned), ("max_points", check.points)])
    case = element("testcase", points, name=check.name, classname=f"{check.word}.{check.exercise}")
    if outcome := OUTCOMES.get(check.verdict):
        case.append(element(outcome, _body(check), message=check.message, type=check.verdict))
    return case


def _body(check: Check) -> str:
    """Return what came, what was due and what to do next, a line each."""
    told = {"came": check.observed, "due": check.expected, "next": check.reason}
    if check.observed is None:
        return check.reason
    return "\n".join(f"{tell(key)} {value}" for key, value in told.items() if value)


def _of_the_run(report: Report) -> list[tuple[str, Any]]:
    facts = [(key, getattr(report, key)) for key in ("verdict", "score", "max_score", "seed")]
    facts += [("feedback", report.feedback)]
    facts += [("protection", one) for one in report.protections]
    return [*facts, *(("advice", one) for one in report.advice)]


def _properties(pairs: Sequence[tuple[str, Any]]) -> Element:
    return element("properties", *(element("property", name=n, value=v) for n, v in pairs))
