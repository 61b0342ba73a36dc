"""A dialogue as the rules see it: plain values, which no agent can touch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any
from zlib import crc32

from grader.played import Event, Played, Trouble, Turn
from voicekit.clinic import Call
from voicekit.nlu import Parse, parse

SLOTS = ("day", "time", "name")
ENDS = ("DONE", "HANDOFF")


@dataclass(frozen=True)
class Step:
    """One utterance and all that came of it.

    Attributes:
        before, after: the states between which it was said; `after` is None without an answer.
        stray: calls that were made after the answer.
    """

    user: str
    heard: Parse
    before: Any
    after: Any
    events: tuple[Event, ...] = ()
    stray: tuple[Call, ...] = ()
    handoff: Any = None
    trouble: Trouble | None = None

    @property
    def intent(self) -> str:
        """What `parse` takes the utterance for."""
        return self.heard["intent"]

    @property
    def last_word(self) -> str:
        """The last word that was said, without punctuation; "" where there is none."""
        words = self.user.split()
        return words[-1].strip(".,;:!?\"'()").casefold() if words else ""

    @cached_property
    def calls(self) -> list[Call]:
        """The tool calls, in order."""
        return [event[0] for event in self.events if isinstance(event, tuple)]

    def made(self, tool: str) -> list[Call]:
        """Return the calls of one tool."""
        return [call for call in self.calls if call[0] == tool]


@dataclass(frozen=True)
class Dialogue:
    """Steps in the order they were taken, and the times that were free when it began."""

    steps: Sequence[Step]
    free: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def last(self) -> Step:
        """The step that is judged: those before it have been."""
        return self.steps[-1]

    @property
    def earlier(self) -> Sequence[Step]:
        """All steps but the last."""
        return self.steps[:-1]

    @property
    def is_over(self) -> bool:
        """Whether DONE or HANDOFF was reached before the last step."""
        return any(step.after in ENDS for step in self.earlier)

    def heard(self, slot: str) -> set[str]:
        """Return all values of a slot that were heard, in small letters."""
        return set(values(self.steps, slot))

    def searched(self) -> Iterator[tuple[Any, Any]]:
        """Yield the day and the answer of every search that got one."""
        for step in self.steps:
            for event in step.events:
                if isinstance(event, tuple) and event[0][0] == "find_slots":
                    yield event[0][1][0], event[1]


def place(dialogue: Dialogue) -> int:
    """Return where a dialogue has led to, as far as it can be seen from outside, as a number.

    Two dialogues in the same place may still differ, if the agent remembers more than it shows.
    """
    last, steps = dialogue.last, dialogue.steps
    heard = tuple(tuple(dict.fromkeys([*values(steps, slot)][::-1])) for slot in SLOTS)
    calls = tuple((call[0], call[2]) for step in steps for call in step.calls)
    intents = tuple(sorted({step.intent for step in steps}))
    return crc32(repr((last.after, last.intent == "unknown", heard, calls, intents)).encode())


def values(steps: Sequence[Step], slot: str) -> Iterator[str]:
    """Yield the values of a slot that were heard in some steps, in small letters.

    In ASK_NAME the last word of anything may be the name.
    """
    for step in steps:
        if value := {**step.heard}.get(slot):
            yield str(value).casefold()
        if slot == "name" and step.before == "ASK_NAME" and step.last_word:
            yield step.last_word


@lru_cache(maxsize=1000)
def _heard(text: str) -> Parse:
    return parse(text)


def step(turn: Turn, before: Any, trouble: Trouble | None, built: Sequence[Event] = ()) -> Step:
    """Return a turn as a step. What the constructor did belongs to the first one."""
    state = turn.state
    return Step(
        turn.user,
        _heard(turn.user),
        before,
        state if isinstance(state, str) else None,
        (*built, *turn.events),
        tuple(turn.stray),
        turn.handoff,
        trouble,
    )


def dialogue(played: Played) -> Dialogue:
    """Return a scenario that was played as a dialogue."""
    steps: list[Step] = []
    for turn in played.turns:
        ended = played.trouble if turn is played.turns[-1] else None
        before = steps[-1].after if steps else "LISTEN"
        steps.append(step(turn, before, ended, () if steps else played.built.events))
    return Dialogue(steps, played.scenario.free or {})
