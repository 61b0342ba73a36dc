"""The constructor takes *args and **kwargs; values are kept under their state's name."""

import time

from voicekit import clinic, nlu


class VoiceAgent(object):
    SLOTS = ("day", "time", "name")

    def __init__(self, *args, **kwargs):
        self.api = args[0] if args else kwargs["api"]
        self.sleep = kwargs.get("sleep", time.sleep)
        self.max_retries = kwargs.get("max_retries", 2)
        self.backoff = kwargs.get("backoff", (0.5, 1.0))
        self.state, self.offered, self.misses, self.handoff = "LISTEN", None, 0, None
        self.ASK_DAY = self.ASK_TIME = self.ASK_NAME = None

    def get(self, slot):
        return getattr(self, "ASK_" + slot.upper())

    def set(self, slot, value):
        if slot == "day" and value != self.ASK_DAY:
            self.offered = None
        setattr(self, "ASK_" + slot.upper(), value)

    def handle(self, *args):
        self.tool_calls = []
        say = self.finished() or self.heard(args[0], **nlu.parse(args[0]))
        return dict(say=say, state=self.state, tool_calls=self.tool_calls)

    def finished(self):
        return "Goodbye." if self.state in ("DONE", "HANDOFF") else None

    def heard(self, text, intent, **slots):
        words = text.split()
        if intent == "human":
            return self.hand_off("user_request")
        if self.state == "ASK_NAME" and intent in ("unknown", "inform") and words:
            if not any(slots.values()):
                intent, slots["name"] = "inform", words[-1]
        if intent == "unknown":
            self.misses = self.misses + 1
            return "What?" if self.misses == 1 else self.hand_off("not_understood")
        self.misses = 0
        if intent in ("cancel", "hours"):
            return "That is not for me."
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        new = [slot for slot in self.SLOTS if slots[slot] and slots[slot] != self.get(slot)]
        for slot in new:
            self.set(slot, slots[slot])
        if self.state == "CONFIRM" and intent == "no" and not new:
            self.set("time", None)
        return self._next()

    def _next(self):
        if self.ASK_DAY and self.offered is None:
            self.offered = self.search()
            if self.offered is None:
                return self.hand_off("tool_failure")
            if not self.offered:
                self.set("day", None)
                self.offered = None
        if self.ASK_DAY and self.ASK_TIME not in self.offered:
            self.set("time", None)
        for state in ("ASK_DAY", "ASK_TIME", "ASK_NAME"):
            if getattr(self, state) is None:
                break
        else:
            state = "CONFIRM"
        self.state = state
        return state.replace("_", " ").lower()

    def search(self, attempt=0):
        self.tool_calls.append("find_slots")
        try:
            return self.api.find_slots(day=self.ASK_DAY)
        except clinic.ToolTimeout:
            if attempt == self.max_retries:
                return None
        self.sleep(self.backoff[attempt])
        return self.search(attempt + 1)

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(name=self.ASK_NAME, time=self.ASK_TIME, day=self.ASK_DAY)
            self.state = "DONE"
        except clinic.ToolError:
            self.set("time", None)
            self.offered = None
            return self._next()
        except clinic.ToolTimeout:
            return self.hand_off("tool_failure")
        return "done"

    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = dict(reason=reason, summary={slot: self.get(slot) for slot in self.SLOTS})
        return "hold on"
