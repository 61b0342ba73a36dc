"""Talks to a learner's process, turn by turn, and keeps the only record that is judged."""

import contextlib
from collections.abc import Iterator

from grader.limits import Limits
from grader.played import Played, Trouble, Turn
from grader.processes import Child, Gone, Silent
from grader.wire import Garbled, Message
from voicekit.clinic import TOOLS, ClinicAPI, ToolError, ToolTimeout
from voicekit.clock import Clock
from voicekit.scenarios import Scenario


class Conversation:
    """Dialogues held one after the other with one process, each with a fresh agent.

    Attributes:
        trouble: what ended the present dialogue early.
        dead: the trouble that ended the process, if any: no dialogue can follow.
        compiled: what the learner's file compiles to, if this process had to do it.
    """

    def __init__(self, child: Child, limits: Limits, clock: Clock, end_s: float) -> None:
        self._child = child
        self._limits = limits
        self._clock = clock
        self._end_s = end_s  # on the clock: when the whole run must be over
        self._api = ClinicAPI()
        self._until_s = end_s  # when the present dialogue must be over
        self._said = 0
        self.threads = 0  # alive after the last turn
        self.compiled: str | None = None
        self.trouble: Trouble | None = None
        self.dead: Trouble | None = None
        self._load()

    def play(self, scenario: Scenario) -> Played:
        """Play a scenario to its end, or to the first trouble."""
        played = Played(scenario, trouble=self.dead)
        if self.dead:
            return played
        played.imported = True
        played.built = self.begin(scenario.clinic())
        for due in scenario.turns:
            if not self.trouble:
                played.turns.append(self.say(due.user))
        if self.threads and not self.trouble:
            self._settle(played.turns[-1], old_ones_too=True)
        played.trouble, played.threads = self.trouble, self.threads
        return played

    def begin(self, api: ClinicAPI) -> Turn:
        """Let a fresh agent be built for this clinic; return what its constructor did."""
        self._api, self._said, self.threads, self.trouble = api, 0, 0, None
        self._until_s = min(self._end_s, self._clock.monotonic() + self._limits.scenario_s)
        turn = Turn(0, "")
        self._ask({"do": "begin"}, "begun", turn, self._left(self._limits.import_s))
        return turn

    def say(self, text: str) -> Turn:
        """Say something to the agent; return what it did, as far as it came."""
        self._said += 1
        turn = Turn(self._said, text)
        began = self._clock.monotonic()
        message = {"do": "turn", "user": text}
        answer = self._ask(message, "turn", turn, self._left(self._limits.turn_s))
        turn.took_s = self._clock.monotonic() - began
        told = answer.get("turn")
        if isinstance(told, dict):
            turn.returned, turn.handoff = told.get("returned"), told.get("handoff")
        self.threads = answer["threads"] if isinstance(answer.get("threads"), int) else 0
        if answer.get("new_threads") and not self.trouble:
            self._settle(turn, old_ones_too=False)
        return turn

    def _load(self) -> None:
        with self._noting_trouble(), self._child.deadline(self._limits.import_s):
            answer = self._child.receive()
            if isinstance(answer.get("compiled"), str):  # sent before any learner code has run
                self.compiled = answer["compiled"]
                answer = self._child.receive()
            self.dead = self.trouble = _told_trouble(answer)

    def _ask(self, message: Message, until: str, turn: Turn, seconds: float) -> Message:
        """Have the process do something, and serve it meanwhile; return its answer."""
        answer: Message = {}
        with self._noting_trouble(), self._child.deadline(seconds):
            self._child.send(message)
            self.trouble = self._serve(turn, until, answer)
        return answer

    def _settle(self, turn: Turn, old_ones_too: bool) -> None:
        """Let threads end before the caller goes on: what they call was nobody's turn."""
        message = {"do": "settle", "all": old_ones_too}
        self._ask(message, "settled", turn, self._limits.settle_s + self._limits.turn_s)

    def _left(self, most_s: float) -> float:
        return min(most_s, self._until_s - self._clock.monotonic())

    def _serve(self, turn: Turn, until: str, into: Message) -> Trouble | None:
        """Answer calls and waits until the process says `until`; return trouble it tells of."""
        for _ in range(self._limits.calls_per_turn + 1):  # and the answer
            message = self._child.receive()
            if "call" in message:
                self._child.send(_call(self._api, turn, message))
            elif "sleep" in message:
                self._child.send(_sleep(turn, message))
            elif until in message or "trouble" in message:
                into.update(message)
                return _told_trouble(message)
            else:
                raise Garbled("a message of no known kind")
        return {"kind": "flood", "calls": self._limits.calls_per_turn}

    @contextlib.contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        """Turn the ways a process can fail us into the trouble of the present dialogue."""
        try:
            yield
        except Silent:
            self.trouble = {"kind": "silent"}
        except Gone as gone:
            code, signal = gone.ending.code, gone.ending.signal
            self.trouble = {"kind": "gone", "code": code, "signal": signal}
        except Garbled as garbled:
            self.trouble = {"kind": "garbled", "text": str(garbled)}
        if self.trouble and self.trouble["kind"] in ("silent", "gone", "garbled", "flood"):
            self.dead = self.trouble


def _call(api: ClinicAPI, turn: Turn, message: Message) -> Message:
    """Make the call on the real clinic, write it down, and return what the process is told."""
    name, arguments = message["call"], message.get("args")
    if name not in TOOLS or not isinstance(arguments, list):
        raise Garbled("a call of no known tool")
    before = len(api.calls)
    try:
        answer: Message = {"answer": getattr(api, name)(*arguments)}
    except (ToolTimeout, ToolError, ConnectionError) as error:
        answer = {"raise": type(error).__name__, "text": str(error)}
    except ValueError as error:
        answer = {"raise": "ValueError", "text": str(error)}
    except TypeError:
        raise Garbled("a call that no clinic could take") from None
    made = api.calls[before]
    in_turn = message.get("in_turn") is True or turn.number == 0
    (turn.calls if in_turn else turn.stray).append(made)
    turn.events.append((made, answer.get("answer")))
    return {**answer, "outcome": made[2]}


def _sleep(turn: Turn, message: Message) -> Message:
    seconds = message["sleep"]
    if not isinstance(seconds, (int, float)) or seconds < 0:
        return {"raise": "ValueError", "text": "sleep length must be non-negative"}
    turn.waits.append(seconds)
    turn.events.append(seconds)
    return {"answer": None}


def _told_trouble(message: Message) -> Trouble | None:
    told = message.get("trouble")
    if told is None:
        return None
    if not isinstance(told, dict) or not isinstance(told.get("kind"), str):
        raise Garbled("trouble of no known kind")
    return told
