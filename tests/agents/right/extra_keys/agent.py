"""The answer has keys that nobody asked for; the slots are a UserDict that tells what changed."""

import datetime
import time
from collections import UserDict

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class Slots(UserDict):
    def __init__(self):
        super().__init__(day=None, time=None, name=None)

    def take(self, heard):
        """Take what is new; return the names of the slots that changed."""
        new = {k: heard[k] for k in self if heard[k] and heard[k] != self[k]}
        self.update(new)
        return set(new)


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

    def handle(self, text):
        self.tool_calls = []
        heard = parse(text)
        say = self.reply(text, heard)
        return {
            "say": say,
            "state": self.state,
            "tool_calls": tuple(self.tool_calls),
            "slots": dict(self.slots),
            "heard": heard,
            "offered": self.offered,
            "said_at": datetime.datetime(2026, 3, 2, 9, 0),
            "agent": self,
        }

    def reply(self, text, heard):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        if heard["intent"] == "human":
            return self.leave("user_request")
        if self.state == "ASK_NAME" and heard["intent"] in ("unknown", "inform") and text.split():
            if not any(heard[slot] for slot in self.slots):
                heard.update(intent="inform", name=text.split()[-1])
        if heard["intent"] == "unknown":
            self.misses += 1
            return self.leave("not_understood") if self.misses == 2 else "Pardon?"
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return "Not here."
        if self.state == "CONFIRM" and heard["intent"] == "yes":
            return self.book()
        changed = self.slots.take(heard)
        if "day" in changed:
            self.offered = None
        if self.state == "CONFIRM" and heard["intent"] == "no" and not changed:
            self.slots["time"] = None
        return self._next()

    def _next(self):
        if self.slots["day"] and self.offered is None:
            if not self.search():
                return self.leave("tool_failure")
        if not self.offered:
            self.slots["day"], self.offered = None, None
            self.state = "ASK_DAY"
            return "Which day?"
        if self.slots["time"] not in self.offered:
            self.slots["time"] = None
            self.state = "ASK_TIME"
            return "Which of these: " + ", ".join(self.offered)
        self.state = "CONFIRM" if self.slots["name"] else "ASK_NAME"
        return "So: " + str(self.slots)

    def search(self):
        for attempt in range(self.max_retries + 1):
            self.tool_calls.append("find_slots")
            try:
                self.offered = self.api.find_slots(self.slots["day"])
                return True
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return False

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolError:
            self.slots["time"] = self.offered = None
            return self._next()
        except ToolTimeout:
            return self.leave("tool_failure")
        self.state = "DONE"
        return "Booked."

    def leave(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots), "seen": self.misses}
        return "Hold on."
