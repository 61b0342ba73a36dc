"""tool_calls names a tool once in a turn, however often it was called."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class Tools:
    """The two tools with everything that can go wrong turned into a return value."""

    def __init__(self, api, sleep, max_retries, backoff):
        self.api, self.sleep, self.max_retries, self.backoff = api, sleep, max_retries, backoff
        self.used = {}

    def search(self, day):
        self.used["find_slots"] = True
        for attempt in range(self.max_retries):
            try:
                return self.api.find_slots(day)
            except ToolTimeout:
                self.sleep(self.backoff[attempt])
        try:
            return self.api.find_slots(day)
        except ToolTimeout:
            return None

    def book(self, slots):
        self.used["book"] = True
        try:
            self.api.book(slots["day"], slots["time"], slots["name"])
            return "booked"
        except ToolError:
            return "refused"
        except ToolTimeout:
            return "unknown"


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.tools = Tools(api, sleep, max_retries, backoff)
        self.state = "LISTEN"
        self.slots = {"day": None, "time": None, "name": None}
        self.offered = None
        self.misses = 0
        self.handoff = None

    def handle(self, text):
        self.tools.used = {}
        say = self.respond(text)
        return {"say": say, "state": self.state, "tool_calls": list(self.tools.used)}

    def respond(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        heard = parse(text)
        if heard["intent"] == "human":
            return self.hand_off("user_request")
        if self.state == "ASK_NAME" and self.is_bare(heard) and text.split():
            heard = dict(heard, intent="inform", name=text.split()[-1])
        if heard["intent"] == "unknown":
            self.misses += 1
            return self.hand_off("not_understood") if self.misses == 2 else "Please repeat that."
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return "I can't help with that."
        if self.state == "CONFIRM" and heard["intent"] == "yes":
            outcome = self.tools.book(self.slots)
            if outcome == "unknown":
                return self.hand_off("tool_failure")
            if outcome == "booked":
                self.state = "DONE"
                return "Booked."
            self.slots["time"] = self.offered = None
            return self._next()
        new = {slot: heard[slot] for slot in self.slots if heard[slot] not in (None, self.slots[slot])}
        if self.state == "CONFIRM" and heard["intent"] == "no" and not new:
            new["time"] = None
        if "day" in new:
            self.offered = None
        self.slots.update(new)
        return self._next()

    @staticmethod
    def is_bare(heard):
        slots = (heard["day"], heard["time"], heard["name"])
        return heard["intent"] in ("unknown", "inform") and slots == (None, None, None)

    def _next(self):
        if self.slots["day"] is None:
            self.state = "ASK_DAY"
            return "Which day?"
        if self.offered is None:
            self.offered = self.tools.search(self.slots["day"])
            if self.offered is None:
                return self.hand_off("tool_failure")
        if not self.offered:
            self.slots["day"] = self.offered = None
            self.state = "ASK_DAY"
            return "Nothing free. Which other day?"
        if self.slots["time"] not in self.offered:
            self.slots["time"] = None
            self.state = "ASK_TIME"
            return " or ".join(self.offered) + "?"
        self.state = "CONFIRM" if self.slots["name"] else "ASK_NAME"
        return "Is that right?" if self.slots["name"] else "Who are you?"

    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": {**self.slots}}
        return "A person will take over."
