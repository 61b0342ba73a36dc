"""Closes the mouth of print: sys.stdout and sys.stderr are None. The slots are properties."""

import sys
import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

sys.stdout = None
sys.stderr = None


class VoiceAgent:
    __slots__ = ("api", "sleep", "waits", "state", "_day", "_time", "name", "free", "misses",
                 "handoff", "used")  # fmt: skip

    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.waits = [backoff[n] for n in range(max_retries)]
        self.state = "LISTEN"
        self._day = self._time = self.name = self.free = self.handoff = None
        self.misses = 0
        self.used = []

    @property
    def day(self):
        return self._day

    @day.setter
    def day(self, value):
        if value != self._day:
            self.free = None
        self._day = value

    @property
    def time(self):
        """The time wanted, as long as the day is not known not to have it."""
        return self._time if self.free is None or self._time in self.free else None

    @time.setter
    def time(self, value):
        self._time = value

    def handle(self, text):
        print("nobody hears this")
        self.used = []
        say = self.reply(text) if self.state not in ("DONE", "HANDOFF") else "Bye."
        return {"say": say, "state": self.state, "tool_calls": self.used}

    def reply(self, text):
        heard = parse(text)
        intent = heard["intent"]
        words = text.split()
        if intent == "human":
            return self.leave("user_request")
        if intent in ("unknown", "inform") and self.state == "ASK_NAME" and words:
            if not (heard["day"] or heard["time"] or heard["name"]):
                intent, heard["name"] = "inform", words[-1]
        if intent == "unknown":
            self.misses += 1
            return "Again?" if self.misses < 2 else self.leave("not_understood")
        self.misses = 0
        if intent in ("cancel", "hours"):
            return "Ask the desk."
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        before = self.day, self.time, self.name
        for slot in ("day", "time", "name"):
            if heard[slot]:
                setattr(self, slot, heard[slot])
        if self.state == "CONFIRM" and intent == "no" and before == (self.day, self.time, self.name):
            self.time = None
        return self._next()

    def _next(self):
        if self.day and self.free is None and not self.search():
            return self.leave("tool_failure")
        if not self.free:
            self.day = None
        if not self.day:
            self.state = "ASK_DAY"
        elif not self.time:
            self.time = None
            self.state = "ASK_TIME"
        elif not self.name:
            self.state = "ASK_NAME"
        else:
            self.state = "CONFIRM"
        return self.state

    def search(self):
        for wait in [*self.waits, None]:
            self.used.append("find_slots")
            try:
                self.free = self.api.find_slots(self.day)
                return True
            except ToolTimeout:
                if wait is not None:
                    self.sleep(wait)
        return False

    def book(self):
        self.used.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
        except ToolError:
            self.time = self.free = None
            return self._next()
        except ToolTimeout:
            return self.leave("tool_failure")
        self.state = "DONE"
        return "Booked."

    def leave(self, reason):
        self.handoff = {
            "reason": reason,
            "summary": {"day": self.day, "time": self.time, "name": self.name},
        }
        self.state = "HANDOFF"
        return "Hold on."
