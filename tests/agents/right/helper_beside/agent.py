"""Split over three files that lie side by side."""

import phrases
from clinic_desk import Desk, SearchFailed

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

ORDER = ("day", "time", "name")


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.desk = Desk(api, sleep, max_retries, backoff)
        self.state = "LISTEN"
        self.slots = {}
        self.misses = 0
        self.handoff = None

    def handle(self, text):
        self.desk.begin_turn()
        if self.state not in ("DONE", "HANDOFF"):
            try:
                self.state = self.turn(text)
            except SearchFailed:
                self.state = self.hand_off("tool_failure")
        say = phrases.of(self.state, self.slots, self.desk.offer)
        return {"say": say, "state": self.state, "tool_calls": self.desk.used}

    def turn(self, text):
        heard = parse(text)
        values = {slot: heard[slot] for slot in ORDER if heard[slot] is not None}
        intent = heard["intent"]
        if intent == "human":
            return self.hand_off("user_request")
        if self.state == "ASK_NAME" and not values and intent in ("unknown", "inform"):
            if text.split():
                intent, values = "inform", {"name": phrases.last_word(text)}
        if intent == "unknown":
            self.misses += 1
            return self.hand_off("not_understood") if self.misses == 2 else self.state
        self.misses = 0
        if intent in ("cancel", "hours"):
            return self.state
        if self.state == "CONFIRM":
            if intent == "yes":
                return self.book()
            if intent == "no" and {**self.slots, **values} == self.slots:
                del self.slots["time"]
        self.slots.update(values)
        return self.next_state()

    def next_state(self):
        if "day" not in self.slots:
            return "ASK_DAY"
        offer = self.desk.free(self.slots["day"])
        if not offer:
            del self.slots["day"]
            return "ASK_DAY"
        if self.slots.get("time") not in offer:
            self.slots.pop("time", None)
            return "ASK_TIME"
        return "CONFIRM" if "name" in self.slots else "ASK_NAME"

    def book(self):
        try:
            self.desk.book(*(self.slots[slot] for slot in ORDER))
        except ToolError:
            del self.slots["time"]
            return self.next_state()
        except ToolTimeout:
            return self.hand_off("tool_failure")
        return "DONE"

    def hand_off(self, reason):
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
        return "HANDOFF"
