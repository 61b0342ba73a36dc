"""Step 8: traces.jsonl, compared with what agent.py does when it is played again."""

from grader.context import Context, judged
from grader.messages import say
from grader.showing import show
from grader.verdicts import Check, Verdict
from voicekit import trace
from voicekit.errors import BadInput

WORD = "traces"
EXERCISE = "write-traces"
FILE = "traces.jsonl"


def check(context: Context) -> list[Check]:
    """Return the check of the trace file."""
    try:
        rows = trace.read(context.submission.own(FILE), context.advice.append)
    except FileNotFoundError:
        return [context.missing(WORD, EXERCISE, FILE)]
    except BadInput as bad:
        return [Check(WORD, EXERCISE, Verdict.NOT_GRADABLE, str(bad))]
    if context.unusable or context.results.fresh[0].trouble_before_dialogue:
        message = say("traces without agent", file=context.submission.agent)
        return [Check(WORD, EXERCISE, Verdict.SKIPPED, message)]
    return [_compared(context, rows)]


def _compared(context: Context, rows: list[trace.Row]) -> Check:
    due = [
        {"scenario": played.scenario.name, **turn.row()}
        for played in context.results.fresh
        for turn in played.turns
    ]
    difference = trace.first_difference(due, rows)
    if difference is None:
        return judged(WORD, EXERCISE, None)
    row, key, expected, came = difference
    step = _next_step(context, rows)
    if key == "rows":
        texts = say("trace rows", came=came), say("due trace rows", due=expected), step
        return judged(WORD, EXERCISE, texts)
    return Check(
        WORD,
        EXERCISE,
        Verdict.FAILED,
        step,
        row["scenario"] if row else None,
        expected=say("due trace", key=key, due=show(expected)),
        observed=say("trace differs", key=key, came=show(came)),
        turn=row["turn"] if row else None,
        user=row["user"] if row else None,
    )


def _next_step(context: Context, rows: list[trace.Row]) -> str:
    if _one_dict(rows):
        return say("next one dict")
    agent = context.submission.path(context.submission.agent)
    written = context.submission.path(FILE).stat().st_mtime
    if written < agent.stat().st_mtime:
        return say("next stale", file=agent.name)
    return say("next traces")


def _one_dict(rows: list[trace.Row]) -> bool:
    """Whether each scenario has one state throughout: one dict, written many times."""
    states: dict[str, list[str]] = {}
    for row in rows:
        states.setdefault(str(row["scenario"]), []).append(str(row["state"]))
    long = [found for found in states.values() if len(found) > 2]
    return bool(long) and all(len(set(found)) == 1 for found in long)
