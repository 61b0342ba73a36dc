"""Pure functions over an immutable value decide; the class only carries out what they ask for."""

import time
from typing import Any, NamedTuple, Optional

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class Talk(NamedTuple):
    state: str = "LISTEN"
    day: Optional[str] = None
    time: Optional[str] = None
    name: Optional[str] = None
    free: Optional[tuple] = None
    misses: int = 0
    reason: Optional[str] = None
    wants: Optional[str] = None  # the tool to call next


def heard(talk: Talk, text: str, intent: str, **slots: Any) -> Talk:
    """Return the talk after an utterance."""
    if talk.state in ("DONE", "HANDOFF"):
        return talk
    if intent == "human":
        return lost(talk, "user_request")
    if talk.state == "ASK_NAME" and intent in ("unknown", "inform") and not any(slots.values()):
        if text.split():
            intent, slots = "inform", {"name": text.split()[-1]}
    if intent == "unknown":
        again = talk._replace(misses=talk.misses + 1)
        return lost(again, "not_understood") if again.misses == 2 else again
    talk = talk._replace(misses=0)
    if intent in ("cancel", "hours"):
        return talk
    if (talk.state, intent) == ("CONFIRM", "yes"):
        return talk._replace(wants="book")
    new = talk._replace(**{slot: value for slot, value in slots.items() if value})
    if (talk.state, intent) == ("CONFIRM", "no") and new == talk:
        new = talk._replace(time=None)
    return asked(new if new.day == talk.day else new._replace(free=None))


def asked(talk: Talk) -> Talk:
    """Return the talk with the question that comes next."""
    if not talk.day:
        return talk._replace(state="ASK_DAY", free=None)
    if talk.free is None:
        return talk._replace(wants="find_slots")
    if not talk.free:
        return talk._replace(state="ASK_DAY", day=None, free=None)
    if talk.time not in talk.free:
        return talk._replace(state="ASK_TIME", time=None)
    return talk._replace(state="CONFIRM" if talk.name else "ASK_NAME")


def searched(talk: Talk, free: Optional[list]) -> Talk:
    if free is None:
        return lost(talk, "tool_failure")
    return asked(talk._replace(free=tuple(free), wants=None))


def booked(talk: Talk, how: str) -> Talk:
    talk = talk._replace(wants=None)
    if how == "taken":
        return asked(talk._replace(time=None, free=None))
    return lost(talk, "tool_failure") if how == "unknown" else talk._replace(state="DONE")


def lost(talk: Talk, reason: str) -> Talk:
    return talk._replace(state="HANDOFF", reason=reason, wants=None)


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self._api, self._sleep = api, sleep
        self._waits = (*backoff[:max_retries], None)
        self._talk = Talk()
        self._calls = []

    @property
    def handoff(self):
        if self._talk.reason is None:
            return None
        summary = {slot: getattr(self._talk, slot) for slot in ("day", "time", "name")}
        return {"reason": self._talk.reason, "summary": summary}

    def handle(self, text):
        self._calls = []
        self._talk = heard(self._talk, text, **parse(text))
        while self._talk.wants:
            self._calls.append(self._talk.wants)
            self._talk = getattr(self, "_" + self._talk.wants)(self._talk)
        return {"say": repr(self._talk), "state": self._talk.state, "tool_calls": self._calls}

    def _find_slots(self, talk):
        for wait in self._waits:
            try:
                return searched(talk, self._api.find_slots(talk.day))
            except ToolTimeout:
                if wait is not None:
                    self._sleep(wait)
        return searched(talk, None)

    def _book(self, talk):
        try:
            self._api.book(talk.day, talk.time, talk.name)
        except ToolError:
            return booked(talk, "taken")
        except ToolTimeout:
            return booked(talk, "unknown")
        return booked(talk, "booked")
