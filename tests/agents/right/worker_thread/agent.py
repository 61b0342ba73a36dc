"""A daemon thread does the talking; handle puts text into one queue and waits at another."""

import queue
import threading
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
        self.slots = dict(day=None, time=None, name=None)
        self.offered = None
        self.misses = 0
        self.handoff = None
        self.heard, self.said = queue.Queue(), queue.Queue()
        threading.Thread(target=self.work, daemon=True).start()

    def handle(self, text):
        self.heard.put(text)
        return self.said.get(timeout=10)

    def work(self):
        while True:
            text = self.heard.get()
            self.tool_calls = []
            if self.state not in ("DONE", "HANDOFF"):
                self.turn(text)
            self.said.put({"say": "well", "state": self.state, "tool_calls": self.tool_calls})

    def turn(self, text):
        heard = parse(text)
        intent = heard.pop("intent")
        new = {slot: value for slot, value in heard.items() if value is not None}
        if self.state == "ASK_NAME" and not new and intent in ("unknown", "inform") and text.split():
            intent, new = "inform", {"name": text.split()[-1]}
        if intent == "human":
            self.leave("user_request")
        elif intent == "unknown" and self.misses == 1:
            self.leave("not_understood")
        elif intent == "unknown":
            self.misses = 1
        else:
            self.misses = 0
            self.understood(intent, new)

    def understood(self, intent, new):
        if intent in ("cancel", "hours"):
            return
        if self.state == "CONFIRM" and intent == "yes":
            self.book()
            return
        if self.state == "CONFIRM" and intent == "no" and {**self.slots, **new} == self.slots:
            new = {"time": None}
        if "day" in new and new["day"] != self.slots["day"]:
            self.offered = None
        self.slots.update(new)
        self._next()

    def _next(self):
        if self.slots["day"] and self.offered is None:
            for attempt in range(self.max_retries + 1):
                self.tool_calls.append("find_slots")
                try:
                    self.offered = self.api.find_slots(self.slots["day"])
                    break
                except ToolTimeout:
                    if attempt < self.max_retries:
                        self.sleep(self.backoff[attempt])
            else:
                self.leave("tool_failure")
                return
        if not self.offered:
            self.slots["day"] = self.offered = None
        elif self.slots["time"] not in self.offered:
            self.slots["time"] = None
        missing = [slot for slot in ("day", "time", "name") if not self.slots[slot]]
        if missing and not self.slots["day"]:
            missing = ["day"]
        self.state = "ASK_" + missing[0].upper() if missing else "CONFIRM"

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(**self.slots)
            self.state = "DONE"
        except ToolError:
            self.slots["time"] = self.offered = None
            self._next()
        except ToolTimeout:
            self.leave("tool_failure")

    def leave(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
