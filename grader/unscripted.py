"""Judges the varied scenarios. What is said of them names the scenario, and never its script.

Otherwise a learner would mend the agent for just the words and values that were read in a report.
"""

from collections.abc import Sequence

from grader.context import Context
from grader.judge import first_problem
from grader.messages import say
from grader.played import Played
from grader.trouble import in_dialogue
from grader.verdicts import Check, Verdict
from voicekit.scenarios import Scenario

HINTS = {  # by exercise
    "confirm-yes": "varied confirm-yes",
    "confirm-no": "varied confirm-no",
    "search-retry": "varied search-retry",
    "hand-off": "varied hand-off",
    "refused-booking": "varied refused-booking",
}


def check(context: Context, printed: Sequence[Check]) -> list[Check]:
    """Return a check per varied scenario; one that asks for more than is mended is skipped."""
    passed = {one.scenario for one in printed if one.verdict == Verdict.PASSED}
    varied = {played.scenario.name: played for played in context.results.varied}
    checks = []
    for scenario in context.scenarios:
        played = varied.get(scenario.name)
        needed = [scenario.name, *_retries(context.scenarios, scenario, played)]
        missing = [name for name in needed if name not in passed]
        if missing:
            itself = missing[0] == scenario.name
            reason = say("printed first") if itself else say("mend first", name=missing[0])
            verdict, message = Verdict.SKIPPED, reason
        elif played:
            verdict, message = _judged(context, played)
        else:
            continue  # nobody has written other words for it, and the advice says so
        checks.append(
            Check("booking", scenario.exercise, verdict, message, scenario.name, "varied")
        )
    return checks


def _retries(scenarios: Sequence[Scenario], printed: Scenario, played: Played | None) -> list[str]:
    """Name the printed scenarios with retries, where only the varied one has so many."""
    if played is None or _timeouts(played.scenario) <= _timeouts(printed):
        return []
    return [scenario.name for scenario in scenarios if _timeouts(scenario)]


def _timeouts(scenario: Scenario) -> int:
    return list(scenario.plan.get("find_slots", ())).count("timeout")


def _judged(context: Context, played: Played) -> tuple[Verdict, str]:
    trouble, exercise = played.trouble, played.scenario.exercise
    if trouble and trouble["kind"] == "late":
        return Verdict.FAILED, say("late", seconds=context.limits.run_s)
    if trouble and trouble["kind"] == "silent":
        return Verdict.FAILED, say("silent", where="", seconds=context.limits.turn_s)
    if trouble and played.turns:
        verdict, _ = in_dialogue(trouble, exercise, context.limits)
        if verdict != Verdict.FAILED:  # the exercise's name comes from the learner's code
            return verdict, say("not written there")
    if not trouble and first_problem(played) is None:
        return Verdict.PASSED, ""
    hint = say(HINTS.get(exercise, "varied other"))
    return Verdict.FAILED, say("varied", name=played.scenario.name, exercise=exercise, hint=hint)
