"""Plays dialogues with the learner's processes. What is judged is recorded on this side.

Many dialogues share a process, each with a fresh agent. What looks wrong is tried again in a
fresh process before anything is said about it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.conversation import Conversation
from grader.explore.alphabet import FREE, PLANS, UTTERANCES
from grader.explore.record import Dialogue, Step, place, step
from grader.explore.rules import Violation, first_violation, violation
from grader.explore.tree import Line, Outcome, outcome
from grader.limits import Limits
from grader.played import Event, Trouble
from grader.player import Player
from grader.processes import Child
from voicekit.clinic import Call, ClinicAPI
from voicekit.clock import Clock

PATIENCE = 5  # times as much time, where an answer did not come: other programs may be busy
THREADS = 8  # with more of them left over, a process is given up
STUB = "not written yet"
# A process that has served many may run short of something; that is no fault of the agent's.
SHORT_OF_ROOM = ("silent", "gone", "garbled", "flood", "memory")
SHORT_OF = ("OSError", "BlockingIOError", "MemoryError", "RuntimeError", "PermissionError")


@dataclass(frozen=True)
class Found:
    """A dialogue that breaks a rule, and whether a fresh process breaks it, too."""

    line: Line
    dialogue: Dialogue
    violation: Violation
    repeated: bool


@dataclass
class Portion:
    """What came of some lines. With `found` or `trouble` the lines after it were not played."""

    outcomes: list[Outcome] = field(default_factory=list)
    found: Found | None = None
    trouble: Trouble | None = None  # there is no agent, or it is not finished
    imported: bool = True
    is_late: bool = False


class Unplayable(Exception):
    """There is no agent, or it is not finished. Nothing is known of its dialogues."""

    def __init__(self, trouble: Trouble, imported: bool) -> None:
        super().__init__(str(trouble))
        self.trouble, self.imported = trouble, imported


@dataclass(frozen=True)
class _Talk:
    dialogue: Dialogue
    calls: Sequence[Call]
    is_whole: bool

    @property
    def found(self) -> Violation | None:
        if self.is_whole:
            return violation(self.dialogue)
        first = first_violation(self.dialogue)
        return first[1] if first else None


class Round:
    """Plays portions of lines, each beginning with a fresh process."""

    def __init__(self, player: Player, limits: Limits, clock: Clock) -> None:
        self._player = player
        self._limits = limits
        self._patient = replace(
            limits, turn_s=limits.turn_s * PATIENCE, scenario_s=limits.scenario_s * PATIENCE
        )
        self._clock = clock
        self._child: Child | None = None
        self._conversation: Conversation | None = None
        self._served = 0  # dialogues, by the present process
        self._is_worn = False

    def play(self, lines: Sequence[Line], left_s: float) -> Portion:
        """Play lines until all are played, one breaks a rule, or the time is up."""
        until_s = self._clock.monotonic() + left_s
        portion = Portion()
        self.close()
        try:
            for line in lines:
                portion.is_late = self._clock.monotonic() >= until_s
                if portion.is_late or portion.found:
                    break
                self._line(line, portion)
        except Unplayable as unplayable:
            portion.trouble, portion.imported = unplayable.trouble, unplayable.imported
        finally:
            self.close()
        return portion

    def close(self) -> None:
        """End the learner's process."""
        if self._child:
            self._child.close()
        self._child, self._conversation = None, None
        self._served, self._is_worn = 0, False

    def _line(self, line: Line, portion: Portion) -> None:
        talk = self._talk(line)
        found, repeated = talk.found, True
        if (found or not talk.is_whole) and self._is_doubtful(talk):
            self.close()
            first, talk = talk, self._talk(line, self._patient)
            self.close()
            if found and not talk.found and not short_of_room(first.dialogue.last.trouble):
                talk, repeated = first, False
            else:
                found = talk.found
        if found:
            portion.found = Found(line, talk.dialogue, found, repeated)
        goes_on = talk.is_whole and not talk.dialogue.last.trouble and not found
        where = place(talk.dialogue) if goes_on else None
        portion.outcomes.append(outcome(line, PLANS, talk.calls, where))

    def _is_doubtful(self, talk: _Talk) -> bool:
        """Whether other agents in the process, or too little time, may have brought this about."""
        return self._served > 1 or short_of_room(talk.dialogue.last.trouble)

    def _talk(self, line: Line, limits: Limits | None = None) -> _Talk:
        """Hold one dialogue, as far as it comes."""
        conversation, api, built = self._begun(line, limits or self._limits)
        steps: list[Step] = []
        for number in line.said:
            turn = conversation.say(UTTERANCES[number])
            before = steps[-1].after if steps else "LISTEN"
            steps.append(step(turn, before, conversation.trouble, () if steps else built))
            if conversation.trouble:
                _check_finished(conversation.trouble)
                break
        self._is_worn = conversation.dead is not None or conversation.threads > THREADS
        return _Talk(Dialogue(steps, FREE), api.calls, len(steps) == len(line.said))

    def _begun(self, line: Line, limits: Limits) -> tuple[Conversation, ClinicAPI, Sequence[Event]]:
        """Have an agent built; where that fails in a process that has served, in a fresh one."""
        if self._is_worn:
            self.close()
        fresh = self._conversation is None
        conversation = self._conversation or self._opened(limits)
        self._served += 1
        api = ClinicAPI(PLANS[line.plans[0]], FREE)
        built = conversation.begin(api)
        if not conversation.trouble:
            return conversation, api, built.events
        if fresh:
            raise Unplayable(conversation.trouble, imported=True)
        self.close()
        return self._begun(line, limits)

    def _opened(self, limits: Limits) -> Conversation:
        self._child = self._player.child()
        opened = Conversation(self._child, limits, self._clock, math.inf)
        if opened.dead:
            raise Unplayable(opened.dead, imported=False)
        self._conversation = opened
        return opened


def _check_finished(trouble: Trouble) -> None:
    if trouble["kind"] == "not_written" and STUB in str(trouble.get("text")):
        raise Unplayable(trouble, imported=True)


def short_of_room(trouble: Trouble | None) -> bool:
    """Whether trouble may come from a machine, or a process, with too much to do."""
    kind, name = (trouble or {}).get("kind"), (trouble or {}).get("type")
    return kind in SHORT_OF_ROOM or name in SHORT_OF
