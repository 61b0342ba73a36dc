"""Steps 3 to 7: agent.py, judged by the nine scenarios, as printed and varied."""

from grader import repeats, unscripted
from grader.context import Context
from grader.judge import Problem, first_problem, unconfirmed_booking
from grader.messages import say
from grader.played import Played, Turn
from grader.showing import show
from grader.trouble import before_dialogue, in_dialogue
from grader.verdicts import Check, Verdict
from voicekit.clinic import TOOLS

WORD = "booking"


def check(context: Context) -> list[Check]:
    """Return two checks per scenario, one of `tool_calls`, and one of state that leaks."""
    if context.unusable:
        verdict, reason = context.unusable
        printed, varied = (
            [Check(WORD, one.exercise, verdict, reason, one.name, run) for one in context.scenarios]
            for run in ("printed", "varied")
        )
        alone = [Check(WORD, name, verdict, reason) for name in ("tool-calls", "fresh-start")]
        return [*printed, *alone, *varied]
    fresh = context.results.fresh
    checks = [_scenario(context, played) for played in fresh]
    alone = [_tool_calls(fresh, checks), repeats.check(context) or _without(checks, repeats.NAME)]
    return [*checks, *alone, *unscripted.check(context, checks)]


def _scenario(context: Context, played: Played) -> Check:
    scenario = played.scenario
    file = context.submission.agent
    if trouble := played.trouble_before_dialogue:
        verdict, message = before_dialogue(trouble, file, context.limits, played.imported)
        return Check(WORD, scenario.exercise, verdict, message, scenario.name)
    problem: Problem | None
    if played.trouble:
        verdict, told = in_dialogue(played.trouble, scenario.exercise, context.limits)
        if isinstance(told, str):
            return Check(WORD, scenario.exercise, verdict, told, scenario.name)
        # A booking nobody confirmed weighs more than what went wrong after it.
        problem = unconfirmed_booking(played) or Problem(played.turns[-1].number, *told)
    else:
        problem = first_problem(played)
    context.advice += _unasked(played)
    if played.threads and not problem:
        context.advice.append(f"{scenario.name}: " + say("threads", count=played.threads))
    if problem is None:
        return Check(WORD, scenario.exercise, Verdict.PASSED, scenario=scenario.name)
    return Check(
        WORD,
        scenario.exercise,
        Verdict.FAILED,
        problem.next_step,
        scenario.name,
        expected=problem.expected,
        observed=problem.observed,
        turn=problem.turn,
        user=played.turns[problem.turn - 1].user if problem.turn else None,
    )


def _unasked(played: Played) -> list[str]:
    """Remarks on calls that can't be undone and that no scenario asks for."""
    made = dict.fromkeys(name for name, _, _ in played.calls if name != "book" and TOOLS[name][0])
    return [f"{played.scenario.name}: " + say("irreversible", tool=name) for name in made]


def _tool_calls(fresh: list[Played], checks: list[Check]) -> Check:
    """Whether `tool_calls` tells the truth, in every turn that could be read."""
    turns = [t for played in fresh for t in played.turns if isinstance(t.returned, dict)]
    if not turns:
        return _without(checks, "tool-calls")
    for played in fresh:
        for turn in played.turns:
            if isinstance(turn.returned, dict) and not _truthful(turn):
                came = show(turn.returned.get("tool_calls"))
                due = say("due tool_calls", due=[call[0] for call in turn.calls])
                return Check(
                    WORD,
                    "tool-calls",
                    Verdict.FAILED,
                    say("next tool_calls"),
                    expected=due,
                    observed=say("tool_calls", scenario=played.scenario.name, came=came),
                    turn=turn.number,
                    user=turn.user,
                )
    return Check(WORD, "tool-calls", Verdict.PASSED)


def _truthful(turn: Turn) -> bool:
    """Whether the names are those of the calls: a retried call once, or once per attempt."""
    told = turn.returned.get("tool_calls")
    if not isinstance(told, list):
        return False
    names = [row[0] if isinstance(row, list) and row else row for row in told]
    made = [call[0] for call in turn.calls]
    return all(isinstance(name, str) for name in names) and all(
        1 <= names.count(name) <= made.count(name) for name in {*names, *made}
    )


def _without(checks: list[Check], exercise: str) -> Check:
    """Return the check of something that no scenario came far enough to show."""
    first = checks[0]
    if first.verdict in (Verdict.NOT_ATTEMPTED, Verdict.NOT_GRADABLE):
        return Check(WORD, exercise, first.verdict, first.reason)
    return Check(WORD, exercise, Verdict.SKIPPED, say("skipped", exercise=first.exercise))
