"""How much a report tells: all of it, only where to look, or only verdicts and points.

An instructor decides; every format is made from what `reduced` returns, so none tells more than
another.
"""

from dataclasses import replace

from grader.messages import say
from grader.verdicts import Check, Report, Verdict

LEVELS = {
    "full": "all that was found",
    "where": "the scenario, the turn and the exercise to look at",
    "verdict": "verdicts and points",
}
_WHERE = {
    Verdict.NOT_ATTEMPTED: "not attempted",
    Verdict.SKIPPED: "where skipped",
    Verdict.NOT_GRADABLE: "where not gradable",
    Verdict.GRADER_ERROR: "unfinished",
}


def reduced(report: Report, level: str) -> Report:
    """Return a report with no more in it than a level tells. Verdicts and points stay.

    Example:
        >>> failed = Check("booking", "confirm-no", Verdict.FAILED, "Look.", "confirm_no", turn=2)
        >>> reduced(Report([failed], learner_output="hi"), "where").checks[0].message
        'confirm_no, turn 2: look at the exercise confirm-no.'
    """
    if level == "full":
        return report
    return replace(
        report,
        checks=[_check(check, level) for check in report.checks],
        advice=[],
        scenarios={},
        learner_output="",
        feedback=level,
    )


def _check(check: Check, level: str) -> Check:
    told = level == "where" or check.verdict == Verdict.GRADER_ERROR
    reason = _where(check) if told else ""
    turn = check.turn if told else None
    return replace(check, reason=reason, turn=turn, expected=None, observed=None, user=None)


def _where(check: Check) -> str:
    """Return where to look, in words that hold nothing of what the learner's code said."""
    if check.verdict == Verdict.PASSED:
        return ""
    if key := _WHERE.get(check.verdict):
        return say(key)
    turn = say("where turn", turn=check.turn) if check.turn else ""
    return say("where", name=check.name, turn=turn, exercise=check.exercise)
