"""The states are a Machine of the transitions package."""

import time

from transitions import Machine

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

STATES = ["LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM", "DONE", "HANDOFF"]
OPEN = STATES[:5]
TRANSITIONS = [
    {"trigger": "proceed", "source": OPEN, "dest": "ASK_DAY", "unless": "has_day"},
    {"trigger": "proceed", "source": OPEN, "dest": "HANDOFF", "unless": "has_offer"},
    {"trigger": "proceed", "source": OPEN, "dest": "ASK_DAY", "unless": "has_free_times"},
    {"trigger": "proceed", "source": OPEN, "dest": "ASK_TIME", "unless": "has_time"},
    {"trigger": "proceed", "source": OPEN, "dest": "ASK_NAME", "unless": "has_name"},
    {"trigger": "proceed", "source": OPEN, "dest": "CONFIRM"},
    {"trigger": "booked", "source": "CONFIRM", "dest": "DONE"},
    {"trigger": "refused", "source": "CONFIRM", "dest": "ASK_TIME"},
    {"trigger": "lost", "source": OPEN, "dest": "HANDOFF"},
]


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.slots = {"day": None, "time": None, "name": None}
        self.offered = None
        self.misses = 0
        self.handoff = None
        self.called = []
        Machine(self, STATES, initial="LISTEN", transitions=TRANSITIONS, auto_transitions=False)

    def handle(self, text):
        self.called = []
        if self.state in OPEN:
            self.react(text, parse(text))
        return {"say": f"({self.state})", "state": self.state, "tool_calls": self.called}

    def react(self, text, heard):
        intent = heard["intent"]
        bare = not (heard["day"] or heard["time"] or heard["name"])
        if intent == "human":
            return self.give("user_request")
        if self.state == "ASK_NAME" and intent in ("unknown", "inform") and bare and text.split():
            intent, heard["name"] = "inform", text.split()[-1]
        if intent == "unknown":
            self.misses += 1
            return self.give("not_understood") if self.misses == 2 else None
        self.misses = 0
        if intent in ("cancel", "hours"):
            return None
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        before = dict(self.slots)
        for slot, value in self.slots.items():
            self.slots[slot] = heard[slot] or value
        if self.slots["day"] != before["day"]:
            self.offered = None
        if self.state == "CONFIRM" and intent == "no" and self.slots == before:
            self.slots["time"] = None
        self.proceed()

    def book(self):
        self.called.append("book")
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolError:
            self.slots["time"] = self.offered = None
            self.refused()
            self.proceed()
        except ToolTimeout:
            self.give("tool_failure")
        else:
            self.booked()

    def give(self, reason):
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
        self.lost()

    # guards, asked from top to bottom

    def has_day(self):
        return self.slots["day"] is not None

    def has_offer(self):
        for attempt in range(self.max_retries + 1):
            if self.offered is not None:
                return True
            self.called.append("find_slots")
            try:
                self.offered = self.api.find_slots(self.slots["day"])
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        if self.offered is None:
            self.handoff = {"reason": "tool_failure", "summary": dict(self.slots)}
        return self.offered is not None

    def has_free_times(self):
        if not self.offered:
            self.slots["day"] = self.offered = None
            return False
        return True

    def has_time(self):
        if self.slots["time"] not in self.offered:
            self.slots["time"] = None
        return self.slots["time"] is not None

    def has_name(self):
        return self.slots["name"] is not None
