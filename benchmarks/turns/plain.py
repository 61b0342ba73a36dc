"""The booking dialogue in plain if and else: what the cost of every engine is set beside.

It passes the nine scenarios. `hear`, `search` and `question` are what is the same whoever keeps the
state, so the peers use them as well.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

SLOTS = ("day", "time", "name")
WAITS = (0.5, 1.0)
ASIDE = "We are open from nine to five. To cancel a visit, just ask for a person."
PARDON = "Sorry, I didn't get that. Could you say it again?"
PERSON = "One moment, I'll put you through to a person."
THANKS = "Thank you, that is booked. Goodbye!"


def hear(text: str, state: str) -> dict[str, Any]:
    """Parse the utterance. Asked for a name, callers say just that: it is the last word."""
    heard: dict[str, Any] = dict(parse(text))
    if state == "ASK_NAME" and heard["intent"] in ("unknown", "inform"):
        words = text.split()
        if words and not (heard["day"] or heard["time"] or heard["name"]):
            heard["intent"], heard["name"] = "inform", words[-1]
    return heard


def search(
    api: Any, day: str, sleep: Callable[[float], object], waits: Sequence[float] = WAITS
) -> list[str] | None:
    """Return the free times, or None when no answer came, however often it was asked for."""
    for wait_s in (*waits, None):
        try:
            free: list[str] = api.find_slots(day)
        except ToolTimeout:
            if wait_s is not None:
                sleep(wait_s)
        else:
            return free
    return None


def question(known: Mapping[str, Any]) -> tuple[str, str]:
    """Return the state of the first gap and what to ask there, once the free times are known."""
    day, free = known["day"], known["offered"]
    if day is None:
        return "ASK_DAY", "Which day would you like?"
    if not free:
        return "ASK_DAY", f"Nothing is free on {day}. Which other day would you like?"
    if known["time"] not in free:
        return "ASK_TIME", f"On {day} I have {' or '.join(free)}. Which suits you?"
    if known["name"] is None:
        return "ASK_NAME", "What name shall I put it under?"
    return "CONFIRM", f"{day} at {known['time']} for {known['name']}: is that right?"


def handed_off(reason: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the person who takes over is told."""
    return {"reason": reason, "summary": {slot: known[slot] for slot in SLOTS}}


class VoiceAgent:
    """The agent's side of one phone call, as `docs/contract.md` asks for it."""

    def __init__(
        self,
        api: Any,
        sleep: Callable[[float], object] = time.sleep,
        max_retries: int = 2,
        backoff: Sequence[float] = WAITS,
    ) -> None:
        self.api = api
        self.sleep = sleep
        self.waits = backoff[:max_retries]
        self.state = "LISTEN"
        self.known: dict[str, Any] = {"day": None, "time": None, "name": None, "offered": None}
        self.missed = False
        self.handoff: dict[str, Any] | None = None

    def handle(self, text: str) -> dict[str, Any]:
        """Answer one utterance."""
        before = len(self.api.calls)
        say = self._react(text)
        calls = [call[0] for call in self.api.calls[before:]]
        return {"say": say, "state": self.state, "tool_calls": calls}

    def _react(self, text: str) -> str:
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        heard = hear(text, self.state)
        intent = heard["intent"]
        if intent == "human":
            return self._hand_off("user_request")
        if intent == "unknown":
            if self.missed:
                return self._hand_off("not_understood")
            self.missed = True
            return PARDON
        self.missed = False
        if intent in ("cancel", "hours"):
            return ASIDE
        if self.state == "CONFIRM" and intent == "yes":
            return self._book()
        changed = self._fill(heard)
        if self.state == "CONFIRM" and intent == "no" and not changed:
            self.known["time"] = None
        return self._next()

    def _fill(self, heard: Mapping[str, Any]) -> bool:
        known = self.known
        changed = False
        for slot in SLOTS:
            value = heard[slot]
            if value and value != known[slot]:
                known[slot] = value
                changed = True
                if slot == "day":
                    known["offered"] = None  # it was for another day
        return changed

    def _next(self) -> str:
        if self.known["day"] and self.known["offered"] is None and not self._search():
            return self._hand_off("tool_failure")
        self.state, say = question(self.known)
        return say

    def _search(self) -> bool:
        free = search(self.api, self.known["day"], self.sleep, self.waits)
        self.known["offered"] = free
        return free is not None

    def _book(self) -> str:
        known = self.known
        try:
            self.api.book(known["day"], known["time"], known["name"])
        except ToolError:
            known["time"] = known["offered"] = None
            return self._next()
        except ToolTimeout:
            return self._hand_off("tool_failure")
        self.state = "DONE"
        return THANKS

    def _hand_off(self, reason: str) -> str:
        self.state = "HANDOFF"
        self.handoff = handed_off(reason, self.known)
        return PERSON
