"""The report as Gradescope's results.json, in the fields that Gradescope documents.

`gradescope.schema.json` says which. All texts are of the format "text": Gradescope shows them as
they are, and takes none for markup.
"""

from typing import Any

from grader.reports.elements import shown
from grader.reports.text import result
from grader.reports.words import tell
from grader.verdicts import Check, Report, Verdict


def results(report: Report) -> dict[str, Any]:
    """Return the report as results.json has it."""
    tests = [
        _test(check, f"{number}.{position}", tell("part varied", word=word) if varied else word)
        for number, ((word, varied), checks) in enumerate(report.parts().items(), start=1)
        for position, check in enumerate(checks, start=1)
    ]
    return {
        "score": report.score,
        "output": _output(report),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",  # the same again, for a terminal
        "tests": tests,
        "extra_data": {
            "verdict": str(report.verdict),
            "seed": report.seed,
            "protections": [shown(one) for one in report.protections],
            "feedback": report.feedback,
        },
    }


def _output(report: Report) -> str:
    """Return what is said of the submission as a whole."""
    lines = [result(report)]
    lines += [tell(f"feedback {report.feedback}")] if report.feedback != "full" else []
    lines += ["", tell("advice"), *report.advice] if report.advice else []
    lines += ["", tell("output"), report.learner_output] if report.learner_output else []
    return shown("\n".join(lines))


def _test(check: Check, number: str, part: str) -> dict[str, Any]:
    message = f"{check.verdict}: {check.message}" if check.message else str(check.verdict)
    return {
        "score": check.earned,
        "max_score": check.points,
        "status": "passed" if check.verdict == Verdict.PASSED else "failed",
        "name": shown(f"{part}: {check.name}"),
        "number": number,
        "output": shown(message),
        "output_format": "text",
        "tags": [check.word, check.run],
        "visibility": "visible",
        "extra_data": {"verdict": str(check.verdict), "exercise": check.exercise},
    }
