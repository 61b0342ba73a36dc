"""Reads the arrows out of an agent's table of transitions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

AUTOMATIC = "to_"  # how the triggers begin that transitions adds by itself


@dataclass(frozen=True)
class Arrow:
    """A move: every state it starts from, what triggers it, where it leads.

    `target` is "" for a move that stays where it is and leaves no state.
    """

    sources: Sequence[str]
    trigger: str
    target: str
    only_if: Sequence[str] = ()
    then: Sequence[str] = ()

    @property
    def words(self) -> list[str]:
        """What is written at it, line by line: its trigger, its guards, what it does."""
        guards = [f"if {guard}" for guard in self.only_if]
        return [self.trigger, *guards, *(f"then {action}" for action in self.then)]

    @property
    def ends(self) -> Sequence[str]:
        """Where it leads, for each source."""
        return [self.target or source for source in self.sources]


def arrows_of(machine: Any) -> list[Arrow]:
    """Return the arrows of a `transitions.Machine`, in the order of its table.

    Moves that differ only in where they start are one arrow.
    """
    kinds: dict[tuple[Any, ...], list[str]] = {}
    for trigger, event in machine.events.items():
        for source, moves in event.transitions.items():
            for move in moves:
                target = "" if move.dest is None else str(move.dest)
                key = (trigger, target, _guards(move), _actions(move))
                kinds.setdefault(key, []).append(str(source))
    return [Arrow(sources, *key) for key, sources in kinds.items()]


def automatic(arrows: Iterable[Arrow], states: int) -> list[Arrow]:
    """Return the arrows that nobody wrote: `to_DONE`, from each of so many states, and the like."""
    return [a for a in arrows if a.trigger == AUTOMATIC + a.target and len(a.sources) == states]


def _guards(move: Any) -> tuple[str, ...]:
    return tuple(
        ("" if guard.target else "not ") + name_of(guard.func) for guard in move.conditions
    )


def _actions(move: Any) -> tuple[str, ...]:
    return tuple(name_of(action) for action in (*move.before, *move.after))


def name_of(function: Any) -> str:
    """Return a name for a function, or for the text that names one.

    Example:
        >>> name_of("is_yes"), name_of(len), name_of(lambda: 1)
        ('is_yes', 'len', 'a lambda')
    """
    function = getattr(function, "func", function)  # what a partial is of
    if isinstance(function, str):
        return function
    name: str = getattr(function, "__name__", type(function).__name__)  # never with an address
    return "a lambda" if name == "<lambda>" else name
