# verdict: PASSED
# why: dataclass with slots, future annotations, match, type hints

from __future__ import annotations
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, asdict
from typing import Any, Literal, TypedDict, Final
from voicekit.clinic import ClinicAPI, ToolError, ToolTimeout
from voicekit.nlu import parse

State = Literal["LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM", "DONE", "HANDOFF"]

@dataclass(slots=True)
class Slots:
    day: str | None = None
    time: str | None = None
    name: str | None = None

class Answer(TypedDict):
    say: str
    state: State
    tool_calls: list[str]

@dataclass(slots=True)
class HandOff:
    reason: str
    summary: dict[str, str | None]

@dataclass
class VoiceAgent:
    api: ClinicAPI
    sleep: Callable[[float], None] = time.sleep
    max_retries: int = 2
    backoff: Sequence[float] = (0.5, 1.0)
    slots: Slots = field(default_factory=Slots, init=False)
    state: State = field(default="LISTEN", init=False)
    offered: list[str] | None = field(default=None, init=False)
    misses: int = field(default=0, init=False)
    handoff: HandOff | None = field(default=None, init=False)

    def handle(self, text: str) -> Answer:
        seen: Final = len(self.api.calls)
        self._turn(text)
        return {"say": f"{self.state}", "state": self.state, "tool_calls": [c[0] for c in self.api.calls[seen:]]}

    def _turn(self, text: str) -> None:
        heard = parse(text)
        match (self.state, heard["intent"]):
            case (("DONE" | "HANDOFF"), _): return
            case (_, "human"):
                self.slots.day = heard["day"] or self.slots.day
                self._hand("user_request")
            case ("ASK_NAME", "unknown" | "inform") if text.split() and not any((heard["day"], heard["time"], heard["name"])):
                self.misses = 0
                self.slots.name = text.split()[-1]; self._next()
            case (_, "unknown"):
                self.misses += 1
                if self.misses == 2: self._hand("not_understood")
            case ("CONFIRM", "yes"): self._book()
            case ("CONFIRM", "no") if not (heard["day"] or heard["time"] or heard["name"]):
                self.misses = 0
                self.slots.time = None; self._next()
            case _:
                self.misses = 0
                for k in ("day", "time", "name"):
                    if v := heard[k]:
                        if k == "day" and v != self.slots.day: self.offered = None
                        setattr(self.slots, k, v)
                self._next()

    def _hand(self, reason: str) -> None:
        self.state, self.handoff = "HANDOFF", HandOff(reason, asdict(self.slots))

    def _next(self) -> None:
        s = self.slots
        if s.day is None: self.state = "ASK_DAY"; return
        if self.offered is None:
            for n in range(self.max_retries + 1):
                try: self.offered = self.api.find_slots(s.day); break
                except ToolTimeout:
                    if n == self.max_retries: return self._hand("tool_failure")
                    self.sleep(self.backoff[n])
        if s.time not in self.offered: s.time = None
        self.state = "ASK_TIME" if s.time is None else "ASK_NAME" if s.name is None else "CONFIRM"

    def _book(self) -> None:
        s = self.slots
        try: self.api.book(s.day, s.time, s.name)
        except ToolError: s.time = self.offered = None; self._next()
        except ToolTimeout: self._hand("tool_failure")
        else: self.state = "DONE"
