"""What may be sent again is not in the code: it is read from the tools.json of step 1."""

import json
import pathlib
import time

import voicekit.clinic
from voicekit.nlu import parse

CARD = json.loads((pathlib.Path(__file__).parent / "tools.json").read_bytes())


def irreversible(tool):
    return CARD["tools"][tool]["irreversible"]


def retryable(error):
    return type(error).__name__ in CARD["retryable"]


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
        self.tool_calls = []

    def call(self, tool, *args):
        """Call a tool, again if that is safe; return (answer, None) or (None, error)."""
        for attempt in range(self.max_retries + 1):
            self.tool_calls.append(tool)
            try:
                return getattr(self.api, tool)(*args), None
            except (voicekit.clinic.ToolTimeout, voicekit.clinic.ToolError) as error:
                last = error
            if irreversible(tool) or not retryable(last) or attempt == self.max_retries:
                break
            self.sleep(self.backoff[attempt])
        return None, last

    def handle(self, text):
        self.tool_calls = []
        if self.state not in ("DONE", "HANDOFF"):
            self.step(text, parse(text))
        return {"say": self.state, "state": self.state, "tool_calls": self.tool_calls}

    def step(self, text, heard):
        intent = heard["intent"]
        new = {slot: heard[slot] for slot in self.slots if heard[slot]}
        if self.state == "ASK_NAME" and intent in ("unknown", "inform") and not new:
            if text.split():
                intent, new = "inform", {"name": text.split()[-1]}
        self.misses = self.misses + 1 if intent == "unknown" else 0
        if intent == "human":
            self.hand_off("user_request")
        elif self.misses == 2:
            self.hand_off("not_understood")
        elif intent in ("unknown", "cancel", "hours"):
            pass
        elif self.state == "CONFIRM" and intent == "yes":
            self.book()
        elif self.state == "CONFIRM" and intent == "no" and self.slots == {**self.slots, **new}:
            self.fill({"time": None})
        else:
            self.fill(new)

    def fill(self, new):
        if new.get("day", self.slots["day"]) != self.slots["day"]:
            self.offered = None
        self.slots.update(new)
        if self.slots["day"] and self.offered is None:
            self.offered, error = self.call("find_slots", self.slots["day"])
            if error:
                return self.hand_off("tool_failure")
        if self.offered == []:
            self.slots["day"] = self.offered = None
        if self.offered and self.slots["time"] not in self.offered:
            self.slots["time"] = None
        if not self.slots["day"]:
            self.state = "ASK_DAY"
        elif not self.slots["time"]:
            self.state = "ASK_TIME"
        elif not self.slots["name"]:
            self.state = "ASK_NAME"
        else:
            self.state = "CONFIRM"

    def book(self):
        answer, error = self.call("book", *self.slots.values())
        if error is None:
            self.state = "DONE"
        elif isinstance(error, voicekit.clinic.ToolError):
            self.offered = None
            self.fill({"time": None})
        else:
            self.hand_off("tool_failure")

    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
