"""Grades a submission: the words' checks, gathered into a report."""

from collections.abc import Callable, Sequence

from grader.checks import booking, intents, tools, traces
from grader.context import Context
from grader.verdicts import Check, Report

WORDS: dict[str, Callable[[Context], list[Check]]] = {
    "tools": tools.check,
    "intents": intents.check,
    "booking": booking.check,
    "traces": traces.check,
}


def grade(context: Context, words: Sequence[str] = tuple(WORDS)) -> Report:
    """Return the report on some words of a submission."""
    report = Report(seed=context.seed)
    for word in words:
        report.checks += WORDS[word](context)
    if context.was_played:
        results = context.results
        context.advice += results.advice
        report.learner_output = results.output
        report.protections = results.protections
        report.scenarios = {played.scenario.name: played.record() for played in results.fresh}
    report.advice = [*context.submission.advice, *context.advice]
    return report
