"""Names are kept and booked in lower case."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.slots = {"day": None, "time": None, "name": None}
        self.offered = set()
        self.searched = None
        self.misses = 0
        self.handoff = None
        self.calls = []

    def handle(self, text):
        self.calls = []
        if self.state in ("DONE", "HANDOFF"):
            return self.answer("bye")
        text = text.lower()
        heard = parse(text)
        intent = heard.pop("intent")
        if intent == "human":
            return self.hand_off("user_request")
        new = {slot: value.lower() for slot, value in heard.items() if value}
        if self.state == "ASK_NAME" and intent in ("unknown", "inform") and not new:
            for word in text.split():
                new["name"] = word
        if intent == "unknown" and not new:
            self.misses += 1
            return self.hand_off("not_understood") if self.misses > 1 else self.answer("again?")
        self.misses = 0
        if intent in ("cancel", "hours"):
            return self.answer("no idea")
        if intent == "yes" and self.state == "CONFIRM":
            return self.book()
        if intent == "no" and self.state == "CONFIRM" and {**self.slots, **new} == self.slots:
            new = {"time": None}
        self.slots.update(new)
        return self._next()

    def _next(self):
        day = self.slots["day"]
        if day and day != self.searched:
            found = self.search(day)
            if found is None:
                return self.hand_off("tool_failure")
            self.offered, self.searched = set(found), day
        if day and not self.offered:
            self.slots["day"] = day = None
        if not day:
            return self.answer("which day?", "ASK_DAY")
        if self.slots["time"] not in self.offered:
            self.slots["time"] = None
            return self.answer("at " + ", ".join(sorted(self.offered)), "ASK_TIME")
        if not self.slots["name"]:
            return self.answer("who?", "ASK_NAME")
        return self.answer(" ".join(self.slots.values()), "CONFIRM")

    def search(self, day):
        for attempt in range(self.max_retries + 1):
            self.calls.append("find_slots")
            try:
                return self.api.find_slots(day)
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return None

    def book(self):
        self.calls.append("book")
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolTimeout:
            return self.hand_off("tool_failure")
        except ToolError:
            self.slots["time"] = self.searched = None
            return self._next()
        return self.answer("booked", "DONE")

    def hand_off(self, reason):
        self.handoff = {"reason": reason, "summary": self.slots.copy()}
        return self.answer("hold on", "HANDOFF")

    def answer(self, say, state=None):
        self.state = state or self.state
        return {"say": say, "state": self.state, "tool_calls": self.calls}
