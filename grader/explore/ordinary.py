"""The plainest agent that keeps the ten rules. It says what is due in a scenario that was found.

No reading of the contract is made a law by it: what breaks a rule is decided in `rules` alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.explore.record import SLOTS
from voicekit.clinic import Call, ClinicAPI, ToolError, ToolTimeout
from voicekit.nlu import parse

WAITS = (0.5, 1.0)  # seconds, before each retry


@dataclass
class Due:
    """What is done in one turn."""

    state: str
    calls: Sequence[Call]


@dataclass
class Ordinary:
    """An agent without words."""

    api: ClinicAPI
    state: str = "LISTEN"
    slots: dict[str, Any] = field(default_factory=lambda: dict.fromkeys(SLOTS))
    offered: list[str] | None = None
    missed: bool = False
    waits: list[float] = field(default_factory=list)
    handoff: dict[str, Any] = field(default_factory=dict)

    def hear(self, text: str) -> Due:
        """Take one utterance."""
        before = len(self.api.calls)
        heard = {**parse(text)}
        if self.state == "DONE" and heard["intent"] == "human":
            self._hand_off("user_request")
        elif self.state not in ("DONE", "HANDOFF"):
            self._react(text, heard)
        return Due(self.state, self.api.calls[before:])

    def _react(self, text: str, heard: dict[str, Any]) -> None:
        intent, new = heard["intent"], {slot: heard[slot] for slot in SLOTS if heard[slot]}
        if (
            self.state == "ASK_NAME"
            and intent in ("unknown", "inform")
            and not new
            and text.split()
        ):
            intent, new = "inform", {"name": text.split()[-1].strip(".,!?").title()}
        missed, self.missed = self.missed, intent == "unknown"
        if intent == "human" or (missed and self.missed):
            self._hand_off("user_request" if intent == "human" else "not_understood")
        elif self.state == "CONFIRM" and intent == "yes":
            self._book()
        elif intent not in ("unknown", "cancel", "hours"):
            self._fill(new, refused=self.state == "CONFIRM" and intent == "no")
            self._next()

    def _fill(self, new: dict[str, Any], refused: bool) -> None:
        if refused and self.slots == {**self.slots, **new}:
            new = {"time": None}
        if new.get("day", self.slots["day"]) != self.slots["day"]:
            self.offered = None
        self.slots.update(new)

    def _next(self) -> None:
        if self.slots["day"] and self.offered is None and not self._search():
            self._hand_off("tool_failure")
        elif not self.offered:
            self.slots["day"] = self.offered = None
            self.state = "ASK_DAY"
        elif self.slots["time"] not in self.offered:
            self.slots["time"] = None
            self.state = "ASK_TIME"
        else:
            self.state = "CONFIRM" if self.slots["name"] else "ASK_NAME"

    def _search(self) -> bool:
        for wait in (*WAITS, None):
            try:
                self.offered = self.api.find_slots(self.slots["day"])
            except ToolTimeout:
                self.waits += [wait] if wait else []
            else:
                return True
        return False

    def _book(self) -> None:
        try:
            self.api.book(*self.slots.values())
        except ToolError:
            self.slots["time"] = self.offered = None
            self._next()
        except ToolTimeout:
            self._hand_off("tool_failure")
        else:
            self.state = "DONE"

    def _hand_off(self, reason: str) -> None:
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
