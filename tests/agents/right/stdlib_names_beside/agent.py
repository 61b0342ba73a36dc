"""Has files beside it that are named like modules of the standard library."""

import calendar
import datetime
import json
import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

SLOTS = ("day", "time", "name")
DAYS = [day.lower() for day in calendar.day_name]


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.slots = dict.fromkeys(SLOTS)
        self.offered = None
        self.misses = 0
        self.handoff = None

    def spoken(self):
        at = datetime.datetime.strptime(self.slots["time"], "%H:%M")
        return f"{calendar.day_abbr[DAYS.index(self.slots['day'])]} {at:%I:%M %p}"

    def handle(self, text):
        self.tool_calls = []
        say = "Bye." if self.state in ("DONE", "HANDOFF") else self.reply(text)
        return {"say": json.dumps(say), "state": self.state, "tool_calls": self.tool_calls}

    def reply(self, text):
        heard = parse(text)
        intent = heard["intent"]
        new = {slot: heard[slot] for slot in SLOTS if heard[slot] not in (None, self.slots[slot])}
        if intent == "human":
            return self.leave("user_request")
        if self.state == "ASK_NAME" and intent in ("unknown", "inform") and text.split():
            if all(heard[slot] is None for slot in SLOTS):
                intent, new["name"] = "inform", text.split()[-1]
        if intent == "unknown":
            self.misses += 1
            return "Again?" if self.misses < 2 else self.leave("not_understood")
        self.misses = 0
        if intent in ("cancel", "hours"):
            return "Ask the desk."
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        if self.state == "CONFIRM" and intent == "no" and not new:
            new["time"] = None
        if "day" in new:
            self.offered = None
        self.slots.update(new)
        return self._next()

    def _next(self):
        if self.slots["day"] is None:
            self.state = "ASK_DAY"
            return "Which day?"
        if self.offered is None and not self.search():
            return self.leave("tool_failure")
        if not self.offered:
            self.slots["day"] = self.offered = None
            return self._next()
        if self.slots["time"] not in self.offered:
            self.slots["time"] = None
            self.state = "ASK_TIME"
            return self.offered
        if self.slots["name"] is None:
            self.state = "ASK_NAME"
            return "Your name?"
        self.state = "CONFIRM"
        return self.spoken()

    def search(self):
        attempt = -1
        while self.offered is None:
            attempt += 1
            self.tool_calls.append("find_slots")
            try:
                self.offered = self.api.find_slots(self.slots["day"])
            except ToolTimeout:
                if attempt == self.max_retries:
                    return False
                self.sleep(self.backoff[attempt])
        return True

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(*map(self.slots.get, SLOTS))
        except ToolError:
            self.slots["time"] = self.offered = None
            return self._next()
        except ToolTimeout:
            return self.leave("tool_failure")
        self.state = "DONE"
        return "Booked: " + self.spoken()

    def leave(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": self.slots.copy()}
        return "Hold on."
