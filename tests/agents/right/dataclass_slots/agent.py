"""The slots are a frozen dataclass, replaced on every change; consent is bound to what was read."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from voicekit.clinic import ClinicAPI, ToolError, ToolTimeout
from voicekit.nlu import parse


@dataclass(frozen=True)
class Slots:
    day: str | None = None
    time: str | None = None
    name: str | None = None

    def changed(self, heard: dict[str, Any]) -> Slots:
        return replace(self, **{k: heard[k] for k in ("day", "time", "name") if heard[k]})


@dataclass
class VoiceAgent:
    api: ClinicAPI
    sleep: Callable[[float], None] = clock.sleep
    max_retries: int = 2
    backoff: Sequence[float] = (0.5, 1.0)
    state: str = field(default="LISTEN", init=False)
    slots: Slots = field(default_factory=Slots, init=False)
    read_back: Slots | None = field(default=None, init=False)
    offer: tuple[str, list[str]] | None = field(default=None, init=False)  # (day, free times)
    misses: int = field(default=0, init=False)
    handoff: dict[str, Any] | None = field(default=None, init=False)
    tool_calls: list[str] = field(default_factory=list, init=False)

    def handle(self, text: str) -> dict[str, Any]:
        self.tool_calls = []
        say = "Goodbye." if self.state in ("DONE", "HANDOFF") else self.turn(text)
        return {"say": say, "state": self.state, "tool_calls": self.tool_calls}

    def turn(self, text: str) -> str:
        heard = parse(text)
        intent = heard["intent"]
        if intent == "human":
            return self.leave("user_request")
        if intent in ("unknown", "inform") and self.state == "ASK_NAME" and text.split():
            if Slots() == Slots().changed(heard):
                heard, intent = {**heard, "name": text.split()[-1]}, "inform"
        if intent == "unknown":
            self.misses += 1
            return "Pardon?" if self.misses < 2 else self.leave("not_understood")
        self.misses = 0
        if intent in ("cancel", "hours"):
            return "I am sorry, I only take bookings."
        wanted = self.slots.changed(heard)
        if self.state == "CONFIRM" and wanted == self.read_back:
            if intent == "yes":
                return self.book(wanted)
            if intent == "no":
                wanted = replace(wanted, time=None)
        self.slots = wanted
        return self.ask()

    def ask(self) -> str:
        if self.slots.day is None:
            self.state = "ASK_DAY"
            return "For which day?"
        if self.offer is None or self.offer[0] != self.slots.day:
            if not self.search(self.slots.day):
                return self.leave("tool_failure")
        times = self.offer[1] if self.offer else []
        if not times:
            self.slots, self.offer, self.state = replace(self.slots, day=None), None, "ASK_DAY"
            return "That day is full. Another day?"
        if self.slots.time not in times:
            self.slots, self.state = replace(self.slots, time=None), "ASK_TIME"
            return f"I can offer {', '.join(times)}."
        if self.slots.name is None:
            self.state = "ASK_NAME"
            return "And your name?"
        self.state, self.read_back = "CONFIRM", self.slots
        return f"{self.slots}?"

    def search(self, day: str) -> bool:
        for attempt in range(1 + self.max_retries):
            if attempt:
                self.sleep(self.backoff[attempt - 1])
            self.tool_calls.append("find_slots")
            try:
                self.offer = (day, self.api.find_slots(day))
                return True
            except ToolTimeout:
                continue
        return False

    def book(self, agreed: Slots) -> str:
        self.tool_calls.append("book")
        try:
            self.api.book(agreed.day, agreed.time, agreed.name)
        except ToolError:
            self.slots, self.offer = replace(agreed, time=None), None
            return self.ask()
        except ToolTimeout:
            return self.leave("tool_failure")
        self.state = "DONE"
        return "Done."

    def leave(self, reason: str) -> str:
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": asdict(self.slots)}
        return "Please hold the line."
