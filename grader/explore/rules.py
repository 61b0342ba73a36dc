"""What must never happen in a dialogue, whatever way the contract is read.

Each rule is a function of a dialogue that looks at its last step, since all steps before have been
looked at; it returns what it forbids, or None. Where it could be argued that the contract allows
something, a rule is silent.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.explore import handing_off, searching
from grader.explore.record import SLOTS, Dialogue, Step, values
from grader.explore.words import tell
from grader.showing import show, show_calls
from voicekit.clinic import Call

ENDINGS = ("silent", "gone", "garbled", "flood", "memory", "exits")


@dataclass(frozen=True)
class Violation:
    """A rule that was broken in the last step: what came, what was due, and what to look at."""

    rule: str
    came: str
    due: str
    next_step: str


def violation(dialogue: Dialogue) -> Violation | None:
    """Return the first rule that the last step of a dialogue breaks."""
    for name, rule in RULES.items():
        if came := rule(dialogue):
            return Violation(name, came, tell(f"due {name}"), tell(f"next {name}"))
    return None


def first_violation(dialogue: Dialogue) -> tuple[int, Violation] | None:
    """Return the first step, from 1, that breaks a rule, and the rule."""
    for count in range(1, len(dialogue.steps) + 1):
        if found := violation(Dialogue(dialogue.steps[:count], dialogue.free)):
            return count, found
    return None


def no_answer(dialogue: Dialogue) -> str | None:
    """`handle` answers every text. Let off: silence in ASK_NAME, and what follows the end."""
    step = dialogue.last
    silence = step.before == "ASK_NAME" and not step.user.strip()
    if dialogue.is_over or silence or step.after is not None:
        return None
    return ended(step) if step.trouble else tell("no state")


def ended(step: Step) -> str:
    """Return in words how a step ended that brought no answer."""
    trouble = step.trouble or {}
    return tell(
        "raised" if trouble["kind"] in ("raised", "not_written") else "no answer",
        kind=tell(trouble["kind"]) if trouble["kind"] in ENDINGS else trouble["kind"],
        type=trouble.get("type", ""),
        text=trouble.get("text", ""),
    )


def books_without_yes(dialogue: Dialogue) -> str | None:
    """Only the intent yes, heard in CONFIRM, books (rule 4)."""
    step = dialogue.last
    allowed = step.before == "CONFIRM" and step.intent == "yes"
    made = [*([] if allowed else step.made("book")), *(c for c in step.stray if c[0] == "book")]
    return _shown(step, made)


def books_twice(dialogue: Dialogue) -> str | None:
    """A yes books once (rule 4)."""
    made = dialogue.last.made("book")
    return _shown(dialogue.last, made) if len(made) > 1 else None


def sends_unknown_again(dialogue: Dialogue) -> str | None:
    """A booking without an answer may exist: the same is never sent again (rule 8)."""
    lost = [_key(call) for call, _ in _booked(dialogue) if call[2] == "timeout"]
    again = [c for c in dialogue.last.made("book") if lost.count(_key(c)) > (c[2] == "timeout")]
    return _shown(dialogue.last, again)


def sends_refused_again(dialogue: Dialogue) -> str | None:
    """A refused booking is not sent again until the caller names that time again (rule 8)."""
    for call in dialogue.last.made("book"):
        earlier = [row for row in _booked(dialogue) if row[1] < len(dialogue.steps)]
        times = [n for one, n in earlier if one[2] == "taken" and _key(one) == _key(call)]
        named = _key(call)[1] in set(values(dialogue.steps[max(times, default=0) :], "time"))
        if times and not named:
            return _shown(dialogue.last, [call])
    return None


def books_what_nobody_said(dialogue: Dialogue) -> str | None:
    """Day, time and name were heard, or the name is the last word said in ASK_NAME (rules 1, 3)."""
    known = [dialogue.heard(slot) for slot in SLOTS]
    for call in dialogue.last.made("book"):
        if len(call[1]) != len(known) or any(
            value not in heard for value, heard in zip(_key(call), known, strict=True)
        ):
            return _shown(dialogue.last, [call])
    return None


def books_what_was_not_offered(dialogue: Dialogue) -> str | None:
    """A time that answers ASK_TIME is one that a search for that day returned (rule 2).

    Let off: a time that was also said elsewhere, and a day that was named with it or later.
    """
    for call in dialogue.last.made("book"):
        day, time, _ = _key(call)
        said = [n for n, step in enumerate(dialogue.steps) if step.heard["time"] == time]
        named = [n for n, step in enumerate(dialogue.steps) if step.heard["day"] == day]
        answered = said and all(dialogue.steps[n].before == "ASK_TIME" for n in said)
        if not (answered and named and max(named) < min(said)):
            continue
        offers = [times for one, times in dialogue.searched() if one == day]
        if not any(isinstance(times, list) and time in times for times in offers):
            return _shown(dialogue.last, [call])
    return None


def loses_correction(dialogue: Dialogue) -> str | None:
    """A day or a time said with a no in CONFIRM is what is booked next (rule 5).

    Let off: a day without free times, a time that is not free, and whatever was named later.
    """
    for call in dialogue.last.made("book"):
        for place, slot in enumerate(SLOTS[:2]):
            since = _corrected(dialogue, slot)
            if since is None or _key(call)[place] in set(values(dialogue.steps[since:], slot)):
                continue
            return _shown(dialogue.last, [call])
    return None


def _corrected(dialogue: Dialogue, slot: str) -> int | None:
    """Return where in the dialogue a slot was last given with a no in CONFIRM."""
    places = [
        n
        for n, step in enumerate(dialogue.earlier)
        if step.before == "CONFIRM" and step.intent == "no" and _can_be_had(dialogue, n, slot)
    ]
    return None if dialogue.is_over or not places else places[-1]


def _can_be_had(dialogue: Dialogue, place: int, slot: str) -> bool:
    heard = dialogue.steps[place].heard
    if slot == "day":
        return bool(dialogue.free.get(heard["day"] or "", ()))
    days = {day for step in dialogue.steps if (day := step.heard["day"])}
    return heard["time"] is not None and all(
        heard["time"] in dialogue.free.get(day, ()) for day in days
    )


def _booked(dialogue: Dialogue) -> Iterator[tuple[Call, int]]:
    """Yield every booking that was tried, with the number of its step, from 1."""
    for number, step in enumerate(dialogue.steps, start=1):
        yield from ((call, number) for call in step.made("book"))


def _key(call: Call) -> tuple[Any, ...]:
    """Return the arguments as they are compared: the name without case or punctuation."""
    texts = [arg.casefold() if isinstance(arg, str) else show(arg) for arg in call[1]]
    return (*texts[:2], *(text.strip(" .,;:!?\"'()") for text in texts[2:]))


def _shown(step: Step, calls: Sequence[Call]) -> str | None:
    return tell("booked", calls=show_calls(calls), before=show(step.before)) if calls else None


RULES: dict[str, Callable[[Dialogue], str | None]] = {
    "sends unknown again": sends_unknown_again,
    "sends refused again": sends_refused_again,
    "books without yes": books_without_yes,
    "books twice": books_twice,
    "books what nobody said": books_what_nobody_said,
    "loses correction": loses_correction,
    "books what was not offered": books_what_was_not_offered,
    "no answer": no_answer,
    "searches too often": searching.searches_too_often,
    "waits otherwise": searching.waits_otherwise,
    "gives up early": searching.gives_up_early,
    "keeps the caller": handing_off.keeps_the_caller,
    "asks a third time": handing_off.asks_a_third_time,
    "hands off too soon": handing_off.hands_off_too_soon,
    "invents a summary": handing_off.invents_a_summary,
    "forgets the day": handing_off.forgets_the_day,
}
