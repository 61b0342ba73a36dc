"""A yes books what was read back, whatever else is said with it."""

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
        self.offered = None
        self.misses = 0
        self.handoff = None
        self.tools = []

    def handle(self, text):
        self.tools = []
        say = self.react(text, parse(text))
        return {"say": say, "state": self.state, "tool_calls": self.tools}

    def react(self, text, heard):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        new = {slot: heard[slot] for slot in self.slots if heard[slot]}
        if heard["intent"] == "human":
            return self.hand_off("user_request")
        if self.state == "ASK_NAME" and heard["intent"] in ("unknown", "inform") and not new:
            if text.split():
                heard, new = {"intent": "inform"}, {"name": text.split()[-1]}
        if heard["intent"] == "unknown":
            self.misses += 1
            if self.misses == 2:
                return self.hand_off("not_understood")
            return "Could you repeat that?"
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return "I can only book."
        if self.state == "CONFIRM" and heard["intent"] == "yes":
            return self.book()  # "yes, at two thirty" is a yes
        if self.state == "CONFIRM" and heard["intent"] == "no":
            return self.correct(new)
        self.fill(new)
        return self._next()

    def fill(self, new):
        if new.get("day", self.slots["day"]) != self.slots["day"]:
            self.offered = None
        self.slots.update(new)

    def correct(self, new):
        if self.slots == {**self.slots, **new}:
            new = {"time": None}
        self.fill(new)
        return self._next()

    def _next(self):
        if not self.slots["day"]:
            self.state = "ASK_DAY"
            return "Which day?"
        if self.offered is None:
            self.offered = self.search()
            if self.offered is None:
                return self.hand_off("tool_failure")
        if not self.offered:
            self.slots["day"] = self.offered = None
            self.state = "ASK_DAY"
            return "Nothing is free on that day. Which other day?"
        if self.slots["time"] not in self.offered:
            self.slots["time"] = None
            self.state = "ASK_TIME"
            return "I have " + " or ".join(self.offered)
        if not self.slots["name"]:
            self.state = "ASK_NAME"
            return "What is your name?"
        self.state = "CONFIRM"
        return "{day} at {time} for {name}?".format(**self.slots)

    def search(self):
        for attempt in range(self.max_retries + 1):
            self.tools.append("find_slots")
            try:
                return self.api.find_slots(self.slots["day"])
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return None

    def book(self):
        self.tools.append("book")
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolError:
            self.slots["time"] = self.offered = None
            return self._next()
        except ToolTimeout:
            return self.hand_off("tool_failure")
        self.state = "DONE"
        return "You are booked."

    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
        return "One moment, please."
