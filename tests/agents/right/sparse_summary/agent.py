"""The summary holds only what is filled, with an empty string for a time that was emptied."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

ASK = {"day": "Which day?", "time": "What time?", "name": "What name?"}


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.form = {}
        self.offered = None
        self.misses = 0
        self.handoff = {}
        self.tool_calls = []

    def handle(self, text):
        self.tool_calls = []
        self.state, say = self.reply(text)
        return {"say": say, "state": self.state, "tool_calls": self.tool_calls}

    def reply(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return self.state, "Goodbye."
        heard = parse(text)
        found = {slot: heard[slot] for slot in ASK if heard[slot]}
        if heard["intent"] == "human":
            return self.hand_off("user_request")
        naming = self.state == "ASK_NAME" and heard["intent"] in ("unknown", "inform")
        if naming and not found and text.split():
            found["name"] = text.split()[-1]
        elif heard["intent"] == "unknown":
            self.misses += 1
            if self.misses == 2:
                return self.hand_off("not_understood")
            return self.state, "Please say that again."
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return self.state, "Please ask at the desk."
        if self.state == "CONFIRM":
            if heard["intent"] == "yes":
                return self.book()
            if heard["intent"] == "no" and found.items() <= self.form.items():
                found = {"time": ""}
        self.form.update(found)
        return self._next()

    def _next(self):
        day = self.form.get("day")
        if day and (self.offered is None or self.offered[0] != day):
            times = self.search(day)
            if times is None:
                return self.hand_off("tool_failure")
            self.offered = (day, times)
        if day and not self.offered[1]:
            del self.form["day"]
            day = None
        if day and self.form.get("time") not in self.offered[1]:
            self.form["time"] = ""
        missing = [slot for slot in ASK if not self.form.get(slot) or (slot == "time" and not day)]
        if missing:
            return "ASK_" + missing[0].upper(), ASK[missing[0]]
        return "CONFIRM", "{day}, {time}, {name}?".format(**self.form)

    def search(self, day):
        for attempt in range(self.max_retries + 1):
            self.tool_calls.append("find_slots")
            try:
                return self.api.find_slots(day)
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return None

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(self.form["day"], self.form["time"], self.form["name"])
        except ToolError:
            self.form["time"] = ""
            self.offered = None
            return self._next()
        except ToolTimeout:
            return self.hand_off("tool_failure")
        return "DONE", "Booked."

    def hand_off(self, reason):
        self.handoff["reason"] = reason
        self.handoff["summary"] = dict(self.form)
        return "HANDOFF", "One moment."
