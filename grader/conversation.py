"""Plays a scenario with a learner's process, and keeps the only record that is judged."""

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
    """Scenarios played one after the other with one process."""

    def __init__(self, child: Child, limits: Limits, clock: Clock, end_s: float) -> None:
        self._child = child
        self._limits = limits
        self._clock = clock
        self._end_s = end_s  # on the clock: when the whole run must be over
        self.limits_in_force: list[str] = []
        self.dead: Trouble | None = self._load()

    def play(self, scenario: Scenario) -> Played:
        """Play a scenario to its end, or to the first trouble."""
        played = Played(scenario, trouble=self.dead)
        if self.dead is None:
            with self._noting_trouble(played):
                self._play(scenario, played)
        return played

    def _load(self) -> Trouble | None:
        played = Played(Scenario("import", "", {}, ()))
        with self._noting_trouble(played), self._child.deadline(self._limits.import_s):
            answer = self._child.receive()
            self.limits_in_force = [str(name) for name in answer.get("limits", [])]
            return _told_trouble(answer)
        return played.trouble

    def _play(self, scenario: Scenario, played: Played) -> None:
        api = scenario.clinic()
        end_s = self._clock.monotonic() + self._limits.scenario_s
        played.imported = True
        with self._child.deadline(self._left(self._limits.import_s, end_s)):
            self._child.send({"do": "begin"})
            played.trouble = self._serve(api, played.built, "begun")
        for number, due in enumerate(scenario.turns, start=1):
            if played.trouble:
                return
            turn = Turn(number, due.user)
            played.turns.append(turn)
            self._take(api, turn, played, end_s)
        if played.threads and not played.trouble:
            played.trouble = self._settle(api, played.turns[-1], old_ones_too=True)

    def _take(self, api: ClinicAPI, turn: Turn, played: Played, end_s: float) -> None:
        began = self._clock.monotonic()
        with self._child.deadline(self._left(self._limits.turn_s, end_s)):
            self._child.send({"do": "turn", "user": turn.user})
            answer: Message = {}
            played.trouble = self._serve(api, turn, "turn", answer)
        turn.took_s = self._clock.monotonic() - began
        told = answer.get("turn")
        if isinstance(told, dict):
            turn.returned, turn.handoff = told.get("returned"), told.get("handoff")
        played.threads = answer["threads"] if isinstance(answer.get("threads"), int) else 0
        if answer.get("new_threads") and not played.trouble:
            played.trouble = self._settle(api, turn, old_ones_too=False)

    def _settle(self, api: ClinicAPI, turn: Turn, old_ones_too: bool) -> Trouble | None:
        """Let threads end before the caller goes on: what they call was nobody's turn."""
        with self._child.deadline(self._limits.settle_s + self._limits.turn_s):
            self._child.send({"do": "settle", "all": old_ones_too})
            return self._serve(api, turn, "settled")

    def _left(self, most_s: float, end_s: float) -> float:
        now = self._clock.monotonic()
        return min(most_s, end_s - now, self._end_s - now)

    def _serve(
        self, api: ClinicAPI, turn: Turn, until: str, into: Message | None = None
    ) -> Trouble | None:
        """Answer calls and waits until the process says `until`; return trouble it tells of."""
        for _ in range(self._limits.calls_per_turn + 1):  # and the answer
            message = self._child.receive()
            if "call" in message:
                self._child.send(_call(api, turn, message))
            elif "sleep" in message:
                self._child.send(_sleep(turn, message))
            elif until in message or "trouble" in message:
                (into if into is not None else {}).update(message)
                return _told_trouble(message)
            else:
                raise Garbled("a message of no known kind")
        return {"kind": "flood", "calls": self._limits.calls_per_turn}

    @contextlib.contextmanager
    def _noting_trouble(self, played: Played) -> Iterator[None]:
        """Turn the ways a process can fail us into the trouble of what is being played."""
        try:
            yield
        except Silent:
            played.trouble = {"kind": "silent"}
        except Gone as gone:
            played.trouble = {
                "kind": "gone",
                "code": gone.ending.code,
                "signal": gone.ending.signal,
            }
        except Garbled as garbled:
            played.trouble = {"kind": "garbled", "text": str(garbled)}
        if played.trouble and played.trouble["kind"] in ("silent", "gone", "garbled", "flood"):
            self.dead = played.trouble


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
    return {**answer, "outcome": made[2]}


def _sleep(turn: Turn, message: Message) -> Message:
    seconds = message["sleep"]
    if not isinstance(seconds, (int, float)) or seconds < 0:
        return {"raise": "ValueError", "text": "sleep length must be non-negative"}
    turn.waits.append(seconds)
    return {"answer": None}


def _told_trouble(message: Message) -> Trouble | None:
    told = message.get("trouble")
    if told is None:
        return None
    if not isinstance(told, dict) or not isinstance(told.get("kind"), str):
        raise Garbled("trouble of no known kind")
    return told
