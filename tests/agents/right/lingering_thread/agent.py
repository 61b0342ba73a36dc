"""Leaves a non-daemon thread running for a minute. The slots live in a namedtuple."""

import threading
import time
from collections import namedtuple

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

Slots = namedtuple("Slots", "day time name", defaults=(None, None, None))


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.slots = Slots()
        self.offered = None
        self.misses = 0
        self.handoff = None
        threading.Thread(target=time.sleep, args=(60,)).start()

    def handle(self, text):
        self.calls = []
        if self.state not in {"DONE", "HANDOFF"}:
            self.state = self.step(text, **parse(text))
        return {"say": " ".join(filter(None, self.slots)), "state": self.state, "tool_calls": self.calls}

    def step(self, text, intent, day, time, name):
        if intent == "human":
            return self.leave("user_request")
        if self.state == "ASK_NAME" and intent in {"unknown", "inform"} and text.split():
            if not (day or time or name):
                intent, name = "inform", text.split()[-1]
        if intent == "unknown":
            self.misses += 1
            return self.state if self.misses == 1 else self.leave("not_understood")
        self.misses = 0
        if intent in {"cancel", "hours"}:
            return self.state
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        old = self.slots
        self.slots = Slots(day or old.day, time or old.time, name or old.name)
        if self.slots.day != old.day:
            self.offered = None
        if self.state == "CONFIRM" and intent == "no" and self.slots == old:
            self.slots = old._replace(time=None)
        return self._next()

    def _next(self):
        if not self.slots.day:
            return "ASK_DAY"
        if self.offered is None:
            self.offered = self.search(self.backoff[: self.max_retries])
        if self.offered is None:
            return self.leave("tool_failure")
        if not self.offered:
            self.slots, self.offered = self.slots._replace(day=None), None
            return "ASK_DAY"
        if self.slots.time not in self.offered:
            self.slots = self.slots._replace(time=None)
            return "ASK_TIME"
        return "CONFIRM" if self.slots.name else "ASK_NAME"

    def search(self, waits):
        self.calls.append("find_slots")
        try:
            return self.api.find_slots(self.slots.day)
        except ToolTimeout:
            if not waits:
                return None
            self.sleep(waits[0])
            return self.search(waits[1:])

    def book(self):
        self.calls.append("book")
        try:
            self.api.book(*self.slots)
        except ToolError:
            self.slots, self.offered = self.slots._replace(time=None), None
            return self._next()
        except ToolTimeout:
            return self.leave("tool_failure")
        return "DONE"

    def leave(self, reason):
        self.handoff = {"reason": reason, "summary": self.slots._asdict()}
        return "HANDOFF"
