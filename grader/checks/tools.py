"""Step 1: tools.json, what the learner found out about each tool."""

from typing import Any

from grader.context import Context, judged
from grader.messages import say
from grader.showing import show
from grader.verdicts import Check, Verdict
from voicekit.clinic import TOOLS
from voicekit.errors import BadInput
from voicekit.workspace import read_json

WORD = "tools"
EXERCISES = ("classify-tools", "retryable-errors")
FILE = "tools.json"


def check(context: Context) -> list[Check]:
    """Return a check of the classification and one of the errors worth a second try."""
    try:
        document = read_json(context.submission.own(FILE), context.advice.append)
    except FileNotFoundError:
        return [context.missing(WORD, exercise, FILE) for exercise in EXERCISES]
    except BadInput as bad:
        return [Check(WORD, name, Verdict.NOT_GRADABLE, str(bad)) for name in EXERCISES]
    problems = {
        "tools": _tools_problem(document, context),
        "retryable": _retryable_problem(document),
    }
    return [
        _not_there(name, key)
        if isinstance(document, dict) and key not in document
        else judged(WORD, name, problem)
        for name, (key, problem) in zip(EXERCISES, problems.items(), strict=True)
    ]


def _not_there(exercise: str, key: str) -> Check:
    """Return the check of an exercise whose half of the file is not written yet."""
    return Check(WORD, exercise, Verdict.NOT_ATTEMPTED, say("no key", key=key, file=FILE))


def _tools_problem(document: Any, context: Context) -> tuple[str, str, str] | None:
    tools = document.get("tools") if isinstance(document, dict) else None
    if not isinstance(tools, dict):
        return say("tools shape", key="tools", came=show(tools)), say("due tools"), say("next tool")
    if missing := [name for name in TOOLS if name not in tools]:
        came = say("missing tool", names=", ".join(missing))
        return came, say("due all tools"), say("next tool")
    context.advice += [f"tools.json: {n!r} is no tool" for n in sorted(set(tools) - set(TOOLS))]
    for name, (irreversible, _) in TOOLS.items():
        entry = tools[name]
        said: Any = entry.get("irreversible") if isinstance(entry, dict) else entry
        if said is not irreversible:
            due = say("due tool", due="true" if irreversible else "false")
            return say("wrong tool", name=name, came=show(said)), due, say("next tool")
    return None


def _retryable_problem(document: Any) -> tuple[str, str, str] | None:
    names = document.get("retryable") if isinstance(document, dict) else None
    if isinstance(names, list) and "ToolTimeout" in names and "ToolError" not in names:
        return None
    return say("retryable", came=show(names)), say("due retryable"), say("next retryable")
