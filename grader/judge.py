"""What must hold in a scenario, against what happened: the first problem that matters, or none.

A booking nobody confirmed comes before anything else, whatever turn it was in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.messages import say
from grader.plain import OTHER
from grader.played import Played, Turn
from grader.showing import show, show_calls, times
from voicekit.clinic import Call
from voicekit.scenarios import STATES, Due

REAL_WAIT_S = 0.4  # a turn this long that waited less than due has slept for real


@dataclass(frozen=True)
class Problem:
    """What came, what was due, and what to do next. `turn` counts from 1; None: no turn."""

    turn: int | None
    observed: str
    expected: str
    next_step: str = ""


def first_problem(played: Played) -> Problem | None:
    """Return the first problem of a scenario that was played without trouble to its end."""
    return next(_problems(played), None)


def unconfirmed_booking(played: Played) -> Problem | None:
    """Return the first booking that was not due, however far the scenario came."""
    if early := books(played.built.calls):
        came = say("built", calls=show_calls(early))
        return Problem(1, came, say("due no book"), say("next consent"))
    turns = zip(played.turns, played.scenario.turns, strict=False)
    return next((problem for turn, due in turns for problem in _unconfirmed(turn, due)), None)


def _problems(played: Played) -> Iterator[Problem]:
    turns = list(zip(played.turns, played.scenario.turns, strict=True))
    if booked := unconfirmed_booking(played):
        yield booked
    for turn, _ in turns:
        yield from _shape(turn)
    yield from _searches_and_waits(played)
    for turn, due in turns:
        yield from _booking(turn, due, played.scenario.exercise)
        yield from _state(turn, due, played.scenario.exercise)
    yield from _handoff(played)


def books(calls: Sequence[Call]) -> list[Call]:
    """Return the calls that are bookings."""
    return [call for call in calls if call[0] == "book"]


def _unconfirmed(turn: Turn, due: Due) -> Iterator[Problem]:
    """More bookings than are due in this turn."""
    if stray := books(turn.stray):
        yield Problem(
            turn.number,
            say("stray", calls=show_calls(stray)),
            say("due no stray"),
            say("next stray"),
        )
    made = books(turn.calls)
    if len(made) > len(due.book):
        outcome = due.book[0][3] if due.book else None
        next_step = {"timeout": "next unknown", "taken": "next refused"}.get(
            outcome or "", "next consent"
        )
        yield Problem(
            turn.number, say("booked", calls=show_calls(made)), _due_book(due), say(next_step)
        )


def _shape(turn: Turn) -> Iterator[Problem]:
    """`handle` returned something else than the contract says."""
    answer = turn.returned
    if not isinstance(answer, dict) or OTHER in answer:
        name = answer[OTHER] if isinstance(answer, dict) else ""
        lazy = name in ("coroutine", "generator", "async_generator")
        step = "next async" if lazy else "next text" if isinstance(answer, str) else "next return"
        yield Problem(turn.number, say("no answer", came=show(answer)), say("due dict"), say(step))
    elif "state" not in answer:
        yield Problem(turn.number, say("no state"), say("due dict"), say("next return"))
    elif not isinstance(answer["state"], str):
        came = say("odd state", came=show(answer["state"]))
        yield Problem(turn.number, came, say("due state text"), say("next enum"))
    elif not isinstance(answer.get("say"), str):
        came = say("say", came=show(answer.get("say")))
        yield Problem(turn.number, came, say("due say"), say("next say"))


def _searches_and_waits(played: Played) -> Iterator[Problem]:
    scenario, last = played.scenario, len(played.turns)
    count = sum(call[0] == "find_slots" for call in played.calls)
    if scenario.find_slots is not None and count != scenario.find_slots:
        came = say("searches", came=times(count))
        yield Problem(
            last, came, say("due searches", due=times(scenario.find_slots)), say("next searches")
        )
    if scenario.waits is not None and not _same(played.waits, scenario.waits):
        slept = played.turns[-1].took_s if played.turns else 0.0
        real = slept >= REAL_WAIT_S and len(played.waits) < len(scenario.waits)
        step = say("next real wait") if real else say("next waits")
        due = say("due waits", due=list(scenario.waits))
        yield Problem(last, say("waits", came=played.waits), due, step)


def _booking(turn: Turn, due: Due, exercise: str) -> Iterator[Problem]:
    """A booking that is due is missing or has other values; a search after it is missing."""
    made = books(turn.calls)
    if due.book and not made:
        yield Problem(turn.number, say("no book"), _due_book(due), say("next must book"))
    elif [_key(call[1]) for call in made] != [_key(row[:3]) for row in due.book]:
        came = say("booked", calls=show_calls(made))
        step = "next correction" if exercise == "confirm-no" else "next arguments"
        yield Problem(turn.number, came, _due_book(due), say(step))
    names = [call[0] for call in turn.calls]
    if due.search_after_book and "find_slots" not in names[names.index("book") :]:
        yield Problem(turn.number, say("no search"), say("due search"), say("next search"))


def _state(turn: Turn, due: Due, exercise: str) -> Iterator[Problem]:
    if due.state is not None and turn.state != due.state:
        miswritten = turn.state not in STATES and turn.state.strip().upper() in STATES
        lost = exercise == "confirm-no" and due.state == "CONFIRM"
        step = "next case" if miswritten else "next correction" if lost else "next state"
        came = say("state", came=turn.state if turn.state in STATES else show(turn.state))
        yield Problem(turn.number, came, say("due state", due=due.state), say(step))
    if due.not_state is not None and turn.state == due.not_state:
        expected = say("due not state", state=due.not_state)
        came = say("state", came=turn.state)
        yield Problem(turn.number, came, expected, say("next one miss"))


def _handoff(played: Played) -> Iterator[Problem]:
    due, came, last = played.scenario.handoff, played.handoff, len(played.turns)
    if not due:
        return
    if not isinstance(came, dict) or "reason" not in came:
        expected = say("due handoff", reason=due["reason"])
        yield Problem(last, say("no handoff", came=show(came)), expected, say("next handoff"))
    elif came["reason"] != due["reason"]:
        observed = say("reason", came=show(came["reason"]))
        yield Problem(last, observed, say("due reason", due=due["reason"]), say("next reason"))
    else:
        summary = came.get("summary")
        for key, value in due.get("summary", {}).items():
            there = summary.get(key) if isinstance(summary, dict) else None
            if there != value:
                observed = say("summary", came=show(summary))
                expected = say("due summary", key=key, due=value)
                yield Problem(last, observed, expected, say("next summary"))


def _due_book(due: Due) -> str:
    if not due.book:
        return say("due no book")
    calls: list[Call] = [("book", tuple(row[:3]), row[3]) for row in due.book]
    return say("due book", calls=show_calls(calls))


def _same(came: Sequence[float], due: Sequence[float]) -> bool:
    return len(came) == len(due) and all(abs(a - b) < 1e-6 for a, b in zip(came, due, strict=True))


def _key(values: Sequence[Any]) -> list[Any]:
    """Return the arguments of `book` as they are compared: the name, last, without case."""
    *others, name = values or [None]
    return [*others, name.casefold() if isinstance(name, str) else name]
