"""There is no attribute handoff before the hand-off. Consent is taken for what was read back."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class HandOff(Exception):
    """Raised anywhere in a turn to end the conversation."""


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.day = self.time = self.name = self.offered = None
        self.misses = 0

    def handle(self, text):
        self.tool_calls = []
        if self.state not in ("DONE", "HANDOFF"):
            try:
                self.turn(text)
            except HandOff as reason:
                self.state = "HANDOFF"
                self.handoff = {
                    "reason": str(reason),
                    "summary": {"day": self.day, "time": self.time, "name": self.name},
                }
        return {"say": "…" + self.state, "state": self.state, "tool_calls": self.tool_calls}

    def turn(self, text):
        heard = parse(text)
        if heard["intent"] == "human":
            raise HandOff("user_request")
        if self.state == "ASK_NAME" and heard["intent"] in ("unknown", "inform"):
            if text.split() and not (heard["day"] or heard["time"] or heard["name"]):
                heard.update(intent="inform", name=text.split()[-1])
        if heard["intent"] == "unknown":
            self.misses += 1
            if self.misses == 2:
                raise HandOff("not_understood")
            return
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return
        if self.state == "CONFIRM" and heard["intent"] in ("yes", "no"):
            self.answered(heard)
        else:
            self.fill(heard)
            self._next()

    def fill(self, heard):
        """Take what is new; return whether anything was."""
        old = self.day, self.time, self.name
        self.day = heard["day"] or self.day
        self.time = heard["time"] or self.time
        self.name = heard["name"] or self.name
        if self.day != old[0]:
            self.offered = None
        return old != (self.day, self.time, self.name)

    def answered(self, heard):
        if not self.fill(heard):
            if heard["intent"] == "yes":
                return self.book()
            self.time = None
        self._next()

    def _next(self):
        if self.day and self.offered is None:
            self.offered = self.search()
            if not self.offered:
                self.day = self.offered = None
        if not self.day:
            self.state = "ASK_DAY"
        elif self.time not in self.offered:
            self.time = None
            self.state = "ASK_TIME"
        elif not self.name:
            self.state = "ASK_NAME"
        else:
            self.state = "CONFIRM"

    def search(self):
        waits = iter(self.backoff[: self.max_retries])
        while True:
            self.tool_calls.append("find_slots")
            try:
                return self.api.find_slots(self.day)
            except ToolTimeout:
                wait = next(waits, None)
                if wait is None:
                    raise HandOff("tool_failure") from None
                self.sleep(wait)

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
        except ToolError:
            self.time = self.offered = None
            self._next()
        except ToolTimeout:
            raise HandOff("tool_failure") from None
        else:
            self.state = "DONE"
