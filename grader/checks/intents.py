"""Step 2: intents.jsonl and intent_acc.json, a language model's intents beside the rules'.

The model's answers are the learner's record: only that they are intents is checked, and that the
counts follow from the rows.
"""

from typing import Any

from grader.context import Context, judged
from grader.messages import say
from grader.showing import show
from grader.verdicts import Check, Verdict
from voicekit.errors import BadInput
from voicekit.nlu import INTENTS, parse
from voicekit.workspace import read_json, read_jsonl

WORD = "intents"
EXERCISES = ("ask-both", "count-right")
ROWS, COUNTS = "intents.jsonl", "intent_acc.json"
SENTENCES = {  # text -> the intent that is meant
    "I'd like to book an appointment for Tuesday": "book",
    "CAN I CANCEL MY VISIT ON FRIDAY": "cancel",
    "YEAH THAT WORKS": "yes",
    "NO THAT'S NOT RIGHT": "no",
    "CAN I TALK TO A REAL PERSON": "human",
    "WHAT TIME DO YOU CLOSE TODAY": "hours",
    "TEN THIRTY IN THE MORNING": "inform",
    "MY DOG ATE THE REMOTE": "unknown",
}

Problem = tuple[str, str, str]


def check(context: Context) -> list[Check]:
    """Return a check of the rows and one of the counts."""
    try:
        rows = read_jsonl(context.submission.own(ROWS), context.advice.append)
    except FileNotFoundError:
        return [context.missing(WORD, EXERCISES[0], ROWS), _counts_alone(context)]
    except BadInput as bad:
        return [_unreadable(EXERCISES[0], bad), _skipped()]
    problem = _rows_problem(rows)
    context.advice.append(say("own record"))
    return [judged(WORD, EXERCISES[0], problem), _skipped() if problem else _counts(context, rows)]


def _counts_alone(context: Context) -> Check:
    there = context.submission.path(COUNTS).exists()
    return _skipped() if there else context.missing(WORD, EXERCISES[1], COUNTS)


def _counts(context: Context, rows: list[Any]) -> Check:
    try:
        counts = read_json(context.submission.own(COUNTS), context.advice.append)
    except FileNotFoundError:
        return context.missing(WORD, EXERCISES[1], COUNTS)
    except BadInput as bad:
        return _unreadable(EXERCISES[1], bad)
    meant = list(SENTENCES.values())
    due = {
        key: sum(_intent(row[key]) == intent for row, intent in zip(rows, meant, strict=True))
        for key in ("llm", "rule")
    }
    came = {k: counts.get(k) for k in due} if isinstance(counts, dict) else counts
    right = came == due and all(type(came[key]) is int for key in due)
    wrong = [key for key in due if not isinstance(came, dict) or came.get(key) != due[key]]
    expected = say("due counts", keys=", ".join(wrong) or "a kind of number")
    problem = (say("counts", came=show(came)), expected, say("next counts"))
    return judged(WORD, EXERCISES[1], None if right else problem)


def _rows_problem(rows: list[Any]) -> Problem | None:
    step = say("next intents")
    if len(rows) != len(SENTENCES):
        return say("intent rows", came=len(rows)), say("due intent rows"), step
    for number, (row, text) in enumerate(zip(rows, SENTENCES, strict=True), start=1):
        row = row if isinstance(row, dict) else {}
        came = row.get("text")
        if not isinstance(came, str) or came.replace("\u2019", "'").strip() != text:
            return (
                say("intent text", row=number, came=show(came)),
                say("due intent text", due=text),
                step,
            )
        rule, due = _intent(row.get("rule")), parse(text)["intent"]
        if rule != due:
            return (
                say("intent rule", row=number, came=show(rule)),
                say("due intent rule", due=due),
                step,
            )
        llm = _intent(row.get("llm"))
        if llm not in INTENTS:
            expected = say("due intent llm", intents=", ".join(INTENTS))
            return say("intent llm", row=number, came=show(llm)), expected, step
    return None


def _intent(value: Any) -> Any:
    """Return the intent of a value: itself, or what stands under "intent" in it."""
    return value.get("intent") if isinstance(value, dict) else value


def _skipped() -> Check:
    return Check(WORD, EXERCISES[1], Verdict.SKIPPED, say("skipped", exercise=EXERCISES[0]))


def _unreadable(exercise: str, bad: BadInput) -> Check:
    return Check(WORD, exercise, Verdict.NOT_GRADABLE, str(bad))
