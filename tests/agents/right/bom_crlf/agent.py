"""Saved by an editor for Windows: a byte order mark and CRLF line ends. One loop over the slots."""

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
        self.slots = {"day": "", "time": "", "name": ""}
        self.offered = None
        self.misses = 0
        self.handoff = None

    def handle(self, text):
        self.tool_calls = []
        self.say = "Goodbye."
        if self.state not in ("DONE", "HANDOFF"):
            self.hear(text)
        return {"say": self.say, "state": self.state, "tool_calls": self.tool_calls}

    def hear(self, text):
        heard = parse(text)
        intent = heard["intent"]
        changed = []
        for slot in self.slots:
            if heard[slot] and heard[slot] != self.slots[slot]:
                changed.append(slot)
        if intent == "human":
            return self.give_up("user_request")
        if self.state == "ASK_NAME" and intent in ("unknown", "inform"):
            if text.split() and not (heard["day"] or heard["time"] or heard["name"]):
                heard["name"] = text.split()[-1]
                intent, changed = "inform", ["name"]
        if intent == "unknown":
            self.misses += 1
            self.say = "I did not hear you."
            if self.misses == 2:
                self.give_up("not_understood")
            return
        self.misses = 0
        if intent in ("cancel", "hours"):
            self.say = """I do not know.
Ask somebody else."""
            return
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        for slot in changed:
            self.slots[slot] = heard[slot]
        if "day" in changed:
            self.offered = None
        if self.state == "CONFIRM" and intent == "no" and not changed:
            self.slots["time"] = ""
        self.ask()

    def ask(self):
        if self.slots["day"] and self.offered is None:
            for attempt in range(self.max_retries + 1):
                self.tool_calls.append("find_slots")
                try:
                    self.offered = self.api.find_slots(self.slots["day"])
                    break
                except ToolTimeout:
                    if attempt == self.max_retries:
                        return self.give_up("tool_failure")
                    self.sleep(self.backoff[attempt])
        if not self.offered:
            self.slots["day"] = ""
            self.offered = None
            self.state = "ASK_DAY"
        elif self.slots["time"] not in self.offered:
            self.slots["time"] = ""
            self.state = "ASK_TIME"
        elif not self.slots["name"]:
            self.state = "ASK_NAME"
        else:
            self.state = "CONFIRM"
        self.say = f"{self.state}: {self.slots} {self.offered}"

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolError:
            self.slots["time"] = ""
            self.offered = None
            self.ask()
        except ToolTimeout:
            self.give_up("tool_failure")
        else:
            self.state = "DONE"
            self.say = "Booked."

    def give_up(self, reason):
        self.state = "HANDOFF"
        self.say = "Somebody will talk to you."
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
