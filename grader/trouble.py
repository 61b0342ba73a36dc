"""What went wrong in a learner's process, as a verdict and a sentence."""

import signal
from collections.abc import Mapping
from typing import Any

from grader.limits import Limits
from grader.messages import say
from grader.verdicts import Verdict

Told = tuple[str, str, str]  # what came, what was due, next step
NEXT = {  # by what was raised
    **dict.fromkeys(("ToolTimeout", "ToolError", "ConnectionError"), "next tool raised"),
    "MachineError": "next move",
}


def before_dialogue(
    trouble: Mapping[str, Any], file: str, limits: Limits, imported: bool
) -> tuple[Verdict, str]:
    """Return the verdict where no turn could be played, and why."""
    kind = trouble["kind"]
    if kind == "not_written":
        return Verdict.NOT_ATTEMPTED, say("not attempted")
    if kind == "late":
        return Verdict.FAILED, say("late", seconds=limits.run_s)
    values = {
        **_texts(trouble),
        "file": file,
        "seconds": limits.import_s,
        "where": _where(trouble),
        "ending": ending(trouble),
        "cause": _cause(trouble),
        "close": _close(trouble),
        "doing": say("building" if imported else "importing"),
        "demo": "" if imported else say("demo"),
        "calls": limits.calls_per_turn,
    }
    key = {
        "silent": "import silent",
        "gone": "import gone",
        "memory": "import memory",
        "raised": "keyboard" if trouble.get("type") == "EOFError" else "import raised",
    }.get(kind, kind)
    return Verdict.NOT_GRADABLE, say(key, **values)


def in_dialogue(
    trouble: Mapping[str, Any], exercise: str, limits: Limits
) -> tuple[Verdict, str | Told]:
    """Return the verdict on a turn that brought no answer, and why.

    An unwritten exercise is no mistake: not attempted where it is the one the scenario is about,
    else the scenario has to wait for it.
    """
    kind = trouble["kind"]
    if kind == "not_written":
        missing = str(trouble.get("exercise"))
        if missing == exercise or " " in missing or not missing:
            return Verdict.NOT_ATTEMPTED, say("not attempted")
        return Verdict.SKIPPED, say("skipped", exercise=missing)
    values = {
        **_texts(trouble),
        "where": _where(trouble),
        "seconds": limits.turn_s,
        "ending": ending(trouble),
        "calls": limits.calls_per_turn,
    }
    came = say("handle exits" if kind == "exits" else _known(kind), **values)
    raised = NEXT.get(str(trouble.get("type")), "next raised")
    step = {"silent": "next silent", "flood": "next silent", "raised": raised}
    return Verdict.FAILED, (came, say("due answer"), say(step.get(kind, "next gone")))


def ending(trouble: Mapping[str, Any]) -> str:
    """Return how a process ended, in words.

    Example:
        >>> ending({"signal": 11, "code": None}), ending({"signal": None, "code": 0})
        ('signal SIGSEGV', 'exit code 0')
    """
    number = trouble.get("signal")
    if number is None:
        code = trouble.get("code")
        return "nobody knows how" if code is None else f"exit code {code}"
    try:
        return f"signal {signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"


def _known(kind: str) -> str:
    return kind if kind in ("raised", "memory", "silent", "gone", "garbled", "flood") else "garbled"


def _texts(trouble: Mapping[str, Any]) -> dict[str, Any]:
    code = f": {trouble['code']}" if trouble.get("code") else ""
    column = trouble.get("column")
    return {
        "text": str(trouble.get("text", "")),
        "type": str(trouble.get("type", "")),
        "line": trouble.get("line") or "?",
        "column": f", column {column}" if isinstance(column, int) and column > 0 else "",
        "code": code,
    }


def _where(trouble: Mapping[str, Any]) -> str:
    """Return the learner's own lines that it happened in, the last two, with their code."""
    frames = trouble.get("frames")
    frames = [f for f in frames[-2:] if isinstance(f, dict)] if isinstance(frames, list) else []
    lines = [f"{f.get('file')} line {f.get('line')}: {f.get('code')}" for f in frames]
    return f" ({', then '.join(lines)})" if lines else ""


def _cause(trouble: Mapping[str, Any]) -> str:
    text, kind = str(trouble.get("text", "")), trouble.get("type")
    if trouble["kind"] == "raised":
        if "relative import" in text:
            return say("relative import")
        return say("missing module") if kind == "ModuleNotFoundError" else ""
    if any(quote in text for quote in "“”‘’"):
        return say("smart quotes")
    if "non-printable" in text or "U+00A0" in text:
        return say("odd space")
    if kind == "TabError":
        return say("tabs")
    if any(word in text for word in ("codec", "Non-UTF-8", "null bytes", "encoding")):
        return say("encoding")
    return ""


def _close(trouble: Mapping[str, Any]) -> str:
    names = str(trouble.get("text", ""))
    return " " + say("close", names=names).strip() if names else ""
