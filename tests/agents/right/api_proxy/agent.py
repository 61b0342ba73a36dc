"""The api is wrapped in a proxy that counts, retries and translates."""

import time
from functools import partial

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class Watched:
    def __init__(self, api, retry):
        self._api = api
        self._retry = retry
        self.seen = []

    def __getattr__(self, name):
        method = getattr(self._api, name)
        if not callable(method):
            return method
        return partial(self._retry, self._noted, name, method)

    def _noted(self, name, method, *args):
        self.seen.append(name)
        return method(*args)


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = Watched(api, self.retry)
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.day = self.time = self.name = None
        self.offered = None
        self.misses = 0
        self.handoff = None

    def retry(self, call, name, *args):
        waits = list(self.backoff)[: self.max_retries] if name.startswith("find_") else []
        for wait in waits:
            try:
                return call(name, *args)
            except ToolTimeout:
                self.sleep(wait)
        return call(name, *args)

    def handle(self, text):
        self.api.seen = []
        if self.state not in ("DONE", "HANDOFF"):
            self.state = self.turn(text)
        return {"say": f"[{self.state}]", "state": self.state, "tool_calls": self.api.seen}

    def turn(self, text):
        heard = parse(text)
        bare = heard["intent"] in ("unknown", "inform") and not any(
            heard[slot] for slot in ("day", "time", "name")
        )
        if heard["intent"] == "human":
            return self.hand_off("user_request")
        if self.state == "ASK_NAME" and bare and text.split():
            heard = {**heard, "intent": "inform", "name": text.split()[-1]}
        if heard["intent"] == "unknown":
            self.misses += 1
            return self.state if self.misses == 1 else self.hand_off("not_understood")
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return self.state
        if self.state == "CONFIRM" and heard["intent"] == "yes":
            return self.book()
        before = (self.day, self.time, self.name)
        if heard["day"] not in (None, self.day):
            self.day, self.offered = heard["day"], None
        self.time = heard["time"] or self.time
        self.name = heard["name"] or self.name
        if self.state == "CONFIRM" and heard["intent"] == "no":
            if before == (self.day, self.time, self.name):
                self.time = None
        return self._next()

    def _next(self):
        if self.day is None:
            return "ASK_DAY"
        try:
            if self.offered is None:
                self.offered = self.api.find_slots(self.day)
        except ToolTimeout:
            return self.hand_off("tool_failure")
        if not self.offered:
            self.day = self.offered = None
            return "ASK_DAY"
        if self.time not in self.offered:
            self.time = None
            return "ASK_TIME"
        return "CONFIRM" if self.name else "ASK_NAME"

    def book(self):
        try:
            self.api.book(self.day, self.time, self.name)
            return "DONE"
        except ToolError:
            self.time = self.offered = None
            return self._next()
        except ToolTimeout:
            return self.hand_off("tool_failure")

    def hand_off(self, reason):
        summary = {"day": self.day, "time": self.time, "name": self.name}
        self.handoff = {"reason": reason, "summary": summary}
        return "HANDOFF"
