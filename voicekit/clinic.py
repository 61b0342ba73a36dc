"""A pretend clinic. Its tools fail when the plan says so, and every call is written down.

It is the tool side of every exercise: the agent calls it, the plan decides what happens, and
`api.calls` is what the agent is judged by.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

from voicekit.errors import BadInput, ToolError, ToolTimeout

__all__ = ["OUTCOMES", "TOOLS", "WEEKDAYS", "ClinicAPI", "ToolError", "ToolTimeout"]

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
OUTCOMES = ("ok", "timeout", "taken", "error")

# name -> (irreversible?, description)
TOOLS: dict[str, tuple[bool, str]] = {
    "find_slots": (False, "read the free times of a day"),
    "opening_hours": (False, "read when the clinic is open on a day"),
    "find_booking": (False, "read the bookings made under a name"),
    "book": (True, "make a booking: the time is gone for everybody else"),
    "cancel_booking": (True, "cancel a booking: somebody else may take the time at once"),
    "send_text": (True, "send a text message: it can't be called back"),
}

Call = tuple[str, tuple[Any, ...], str]  # (tool, arguments in signature order, outcome)
R = TypeVar("R")


def _tool(*, of_a_day: bool = False) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Make a method a tool: its plan is asked for the outcome, and the call is written down.

    The method itself is what the clinic does when the call gets through. "timeout" gets through
    too: it is the answer that is lost, so a booking is made and the caller never hears of it.
    """

    def decorate(method: Callable[..., R]) -> Callable[..., R]:
        signature = inspect.signature(method)
        name = method.__name__

        @wraps(method)
        def call(self: "ClinicAPI", /, *args: Any, **kwargs: Any) -> R:
            arguments = signature.bind(self, *args, **kwargs).args[1:]
            if of_a_day and arguments[0] not in WEEKDAYS:
                self.calls.append((name, arguments, "error"))
                raise BadInput("day", expected="one of " + ", ".join(WEEKDAYS), got=arguments[0])
            outcome = self._next_outcome(name)
            self.calls.append((name, arguments, outcome))
            if outcome == "taken":
                if name == "book":
                    self._refused.append(arguments[:2])
                raise ToolError(f"{name}: refused")
            if outcome == "error":
                raise ConnectionError(f"{name}: the connection broke")
            answer = method(self, *arguments)
            if outcome == "timeout":
                raise ToolTimeout(f"{name}: no answer came")
            return answer

        return call

    return decorate


class ClinicAPI:
    """The clinic's tools, with failures planned in advance.

    Args:
        plan: for a tool's name, the outcomes of its successive calls: "ok", "timeout" (no answer
            came), "taken" (refused) or "error" (the connection broke). Used up, it is "ok".
        free: for a weekday, its free times as "HH:MM". By default 10:00 and 14:30 on Monday to
            Saturday. A day that is left out has none.

    Attributes:
        calls: one `(tool, args, outcome)` per attempt, also when it raised. `args` is a tuple in
            signature order.
        bookings: `(day, time, name)` of every booking that exists, known to the caller or not.
        texts: `(number, text)` of every message sent.

    Raises:
        BadInput: the plan or the free times hold something unknown. There is no clinic.

    Example:
        >>> api = ClinicAPI(plan={"book": ["timeout"]})
        >>> try:
        ...     api.book("tuesday", "10:00", "Jamie")
        ... except ToolTimeout as unknown:
        ...     print(unknown)
        book: no answer came
        >>> api.bookings
        [('tuesday', '10:00', 'Jamie')]
    """

    def __init__(
        self,
        plan: Mapping[str, Sequence[str]] | None = None,
        free: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._plan = _checked_plan({} if plan is None else plan)
        default = dict.fromkeys(WEEKDAYS[:-1], ("10:00", "14:30"))
        self._free = _checked_free(default if free is None else free)
        self._refused: list[tuple[Any, ...]] = []  # (day, time) that somebody else has
        self.calls: list[Call] = []
        self.bookings: list[tuple[str, str, str]] = []
        self.texts: list[tuple[str, str]] = []

    @_tool(of_a_day=True)
    def find_slots(self, day: str) -> list[str]:
        """Return the free times of `day` as "HH:MM", earliest first. A read.

        Raises:
            ToolTimeout: no answer came; nothing was changed, so it may be sent again.
            ToolError, ConnectionError: nothing is known about the free times.
            BadInput: `day` is no lower-case weekday; written down as "error", plan untouched.
        """
        gone = self._refused + [booking[:2] for booking in self.bookings]
        return [time for time in self._free.get(day, ()) if (day, time) not in gone]

    @_tool(of_a_day=True)
    def opening_hours(self, day: str) -> str:
        """Return when the clinic is open on `day`, or "closed". A read; raises as `find_slots`."""
        return "closed" if day == "sunday" else "09:00-17:00"

    @_tool()
    def find_booking(self, name: str) -> list[tuple[str, str, str]]:
        """Return the `(day, time, name)` booked under `name`. A read; raises as `find_slots`."""
        return [b for b in self.bookings if str(b[2]).casefold() == str(name).casefold()]

    @_tool()
    def book(self, day: str, time: str, name: str) -> str:
        """Book and return a confirmation. Irreversible. Only the plan refuses: see to the rest.

        Raises:
            ToolTimeout: unknown: the booking may exist. Sending it again may make two.
            ToolError: refused, nothing was booked, and this time is not free any more.
            ConnectionError: unknown, as for ToolTimeout.
        """
        self.bookings.append((day, time, name))
        return f"booked {day} {time} for {name}"

    @_tool()
    def cancel_booking(self, day: str, time: str, name: str) -> str:
        """Cancel a booking. Irreversible: the time is free for others. Raises as `book`."""
        wanted = (day, time, name)
        self.bookings[:] = [booking for booking in self.bookings if booking != wanted]
        return f"cancelled {day} {time} for {name}"

    @_tool()
    def send_text(self, number: str, text: str) -> str:
        """Send a text message. Irreversible. Raises as `book`."""
        self.texts.append((number, text))
        return f"sent to {number}"

    def _next_outcome(self, tool: str) -> str:
        planned = self._plan.get(tool)
        return planned.pop(0) if planned else "ok"


def _checked_plan(plan: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    if not isinstance(plan, Mapping):
        raise BadInput("plan", expected="a dict like {'book': ['taken']}", got=plan)
    for tool, outcomes in plan.items():
        if tool not in TOOLS:
            raise BadInput("plan", expected="a tool: " + ", ".join(TOOLS), got=tool)
        if not isinstance(outcomes, (list, tuple)):
            raise BadInput(f"plan[{tool!r}]", expected="a list such as ['taken']", got=outcomes)
        for outcome in outcomes:
            if outcome not in OUTCOMES:
                expected = "only " + ", ".join(OUTCOMES)
                raise BadInput(f"plan[{tool!r}]", expected=expected, got=outcome)
    return {tool: list(outcomes) for tool, outcomes in plan.items()}


def _checked_free(free: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    if not isinstance(free, Mapping):
        raise BadInput("free", expected="a dict like {'monday': ['10:00']}", got=free)
    for day, times in free.items():
        if day not in WEEKDAYS:
            raise BadInput("free", expected="one of " + ", ".join(WEEKDAYS), got=day)
        if not isinstance(times, (list, tuple)):
            raise BadInput(f"free[{day!r}]", expected="a list such as ['10:00']", got=times)
        for time in times:
            if not (isinstance(time, str) and re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", time)):
                raise BadInput(f"free[{day!r}]", expected="times as 'HH:MM'", got=time)
    return {day: sorted(set(times)) for day, times in free.items()}
