"""The booking dialogue on python-statemachine, with the table of `solutions/agent.py`."""

from collections.abc import Callable
from typing import Any

from statemachine import State, StateMachine

from turns import plain
from voicekit.clinic import ToolError, ToolTimeout


class Dialogue(StateMachine):
    """The states and the arrows between them; guards and actions are the agent's, its model."""

    LISTEN = State(initial=True)
    ASK_DAY = State()
    ASK_TIME = State()
    ASK_NAME = State()
    CONFIRM = State()
    DONE = State()
    HANDOFF = State(final=True)

    ask_day = ASK_DAY.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    ask_time = ASK_TIME.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    ask_name = ASK_NAME.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    confirm = CONFIRM.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM, cond="is_complete")
    yes = CONFIRM.to.itself(internal=True, cond="is_consent", on="send_booking")
    booked = CONFIRM.to(DONE)
    refused = CONFIRM.to(ASK_TIME)
    hand_off = HANDOFF.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM, DONE)


class VoiceAgent(plain.VoiceAgent):
    """Decides as plain if and else does; the machine keeps the state, and refuses other moves."""

    def __init__(self, api: Any, sleep: Callable[[float], object]) -> None:
        super().__init__(api, sleep)
        self.read_back: tuple[str | None, ...] = ()
        self.outcome = ""
        self.machine = Dialogue(model=self)

    def is_complete(self) -> bool:
        return None not in self._booking() and self.known["time"] in self.known["offered"]

    def is_consent(self) -> bool:
        return self._booking() == self.read_back

    def send_booking(self) -> None:
        try:
            self.api.book(*self.read_back)
            self.outcome = "booked"
        except ToolError:
            self.outcome = "refused"
        except ToolTimeout:
            self.outcome = "unknown"

    def _next(self) -> str:
        if self.known["day"] and self.known["offered"] is None and not self._search():
            return self._hand_off("tool_failure")
        state, say = plain.question(self.known)
        if state == "CONFIRM":
            self.read_back = self._booking()
        self.machine.send(state.lower())
        return say

    def _book(self) -> str:
        self.machine.yes()
        if self.outcome == "booked":
            self.machine.booked()
            return plain.THANKS
        if self.outcome == "unknown":
            return self._hand_off("tool_failure")
        self.known["time"] = self.known["offered"] = None
        self.machine.refused()
        return self._next()

    def _hand_off(self, reason: str) -> str:
        self.machine.hand_off()
        self.handoff = plain.handed_off(reason, self.known)
        return plain.PERSON

    def _booking(self) -> tuple[str | None, ...]:
        return tuple(self.known[slot] for slot in plain.SLOTS)
