"""Rules about the way to a person (rule 7). They end with the first DONE or HANDOFF."""

from typing import Any

from grader.explore.record import SLOTS, Dialogue, Step, values
from grader.explore.words import tell
from grader.showing import show


def keeps_the_caller(dialogue: Dialogue) -> str | None:
    """Whoever asks for a person gets one at once, in any state."""
    step = dialogue.last
    if dialogue.is_over or step.intent != "human" or step.after == "HANDOFF":
        return None
    return tell("state", state=show(step.after))


def asks_a_third_time(dialogue: Dialogue) -> str | None:
    """Two misses in a row hand off, unless one of them was said in ASK_NAME."""
    step = dialogue.last
    missed = len(dialogue.steps) > 1 and _is_miss(step) and _is_miss(dialogue.steps[-2])
    if dialogue.is_over or not missed or step.after == "HANDOFF":
        return None
    return tell("state", state=show(step.after))


def hands_off_too_soon(dialogue: Dialogue) -> str | None:
    """One miss does not hand off, nor do two with something understood in between.

    Let off: a tool that failed in the same turn.
    """
    step = dialogue.last
    failed = any(call[2] != "ok" for call in step.calls)
    if dialogue.is_over or not _is_miss(step) or step.after != "HANDOFF" or failed:
        return None
    if len(dialogue.steps) > 1 and not _was_understood(dialogue.steps[-2]):
        return None
    return tell("state", state=show(step.after))


def _is_miss(step: Step) -> bool:
    return step.intent == "unknown" and step.before != "ASK_NAME"


def _was_understood(step: Step) -> bool:
    """A last word that was taken for the name counts as understood; one that was not may count."""
    return step.intent != "unknown" or (step.before == "ASK_NAME" and step.after == "CONFIRM")


def invents_a_summary(dialogue: Dialogue) -> str | None:
    """The summary holds nothing that was never heard."""
    summary = _summary(dialogue)
    for slot in SLOTS:
        value = summary.get(slot) if summary else None
        if value not in (None, "") and not _is_heard(value, dialogue.heard(slot)):
            return tell("summary", summary=show(summary))
    return None


def _is_heard(value: Any, heard: set[str]) -> bool:
    return isinstance(value, str) and value.strip(" .,;:!?\"'()").casefold() in heard


def forgets_the_day(dialogue: Dialogue) -> str | None:
    """The summary holds the day, where only one was heard and it was surely taken.

    Let off: a caller who cancelled, or said no outside CONFIRM, which may undo it.
    """
    if not _hands_off(dialogue):
        return None
    days = set(values(dialogue.steps, "day"))
    taken = [n for n, step in enumerate(dialogue.steps) if _gives_day(step, dialogue)]
    if len(days) != 1 or not taken or any(map(_may_undo, dialogue.steps[taken[0] :])):
        return None
    summary = _summary(dialogue)
    there = summary.get("day") if summary else None
    if _is_heard(there, days):
        return None
    return tell("summary", summary=show(dialogue.last.handoff if summary is None else summary))


def _gives_day(step: Step, dialogue: Dialogue) -> bool:
    asked = step.before in ("LISTEN", "ASK_DAY") and step.intent in ("book", "inform")
    return asked and bool(dialogue.free.get(step.heard["day"] or "", ()))


def _may_undo(step: Step) -> bool:
    return step.intent == "cancel" or (step.intent == "no" and step.before != "CONFIRM")


def _hands_off(dialogue: Dialogue) -> bool:
    return not dialogue.is_over and dialogue.last.after == "HANDOFF"


def _summary(dialogue: Dialogue) -> dict[str, Any] | None:
    """Return the summary of the hand-off that the last step came to, if any."""
    handoff = dialogue.last.handoff if _hands_off(dialogue) else None
    summary = handoff.get("summary") if isinstance(handoff, dict) else None
    return summary if isinstance(summary, dict) else None
