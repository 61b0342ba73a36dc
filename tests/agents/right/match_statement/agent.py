"""Every decision is a match statement."""

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
        self.tool_calls = []

    def handle(self, text):
        self.tool_calls = []
        return {"say": self.react(text), "state": self.state, "tool_calls": self.tool_calls}

    def react(self, text):
        match self.state, parse(text), text.split():
            case ("DONE" | "HANDOFF"), _, _:
                return "Goodbye."
            case _, {"intent": "human"}, _:
                return self.leave("user_request")
            case (
                "ASK_NAME",
                {"intent": "unknown" | "inform", "day": None, "time": None, "name": None},
                [*_, last],
            ):
                return self.take({"name": last})
            case _, {"intent": "unknown"}, _ if self.misses:
                return self.leave("not_understood")
            case _, {"intent": "unknown"}, _:
                self.misses = 1
                return "I did not get that."
            case _, {"intent": "cancel" | "hours"}, _:
                self.misses = 0
                return "I can only book."
            case "CONFIRM", {"intent": "yes"}, _:
                return self.book()
            case "CONFIRM", {"intent": "no", **rest}, _ if not any(rest.values()):
                return self.take({"time": None})
            case "CONFIRM", {"intent": "no", **rest}, _ if self.same(rest):
                return self.take({"time": None})
            case _, heard, _:
                return self.take({slot: heard[slot] for slot in self.slots if heard[slot]})

    def same(self, values):
        return all(value in (None, self.slots[slot]) for slot, value in values.items())

    def take(self, values):
        self.misses = 0
        match values:
            case {"day": day} if day != self.slots["day"]:
                self.offered = None
        self.slots |= values
        return self._next()

    def _next(self):
        match self.slots, self.offered:
            case {"day": None}, _:
                self.state = "ASK_DAY"
                return "Which day?"
            case {"day": day}, None:
                self.offered = self.search(day)
                return self.leave("tool_failure") if self.offered is None else self._next()
            case _, []:
                self.slots["day"] = self.offered = None
                return "That day is full. " + self._next()
            case {"time": time}, offered if time not in offered:
                self.slots["time"] = None
                self.state = "ASK_TIME"
                return "I have " + ", ".join(offered)
            case {"name": None}, _:
                self.state = "ASK_NAME"
                return "Your name?"
            case {"day": day, "time": time, "name": name}, _:
                self.state = "CONFIRM"
                return f"{day}, {time}, {name}: right?"

    def search(self, day, attempt=0):
        self.tool_calls.append("find_slots")
        try:
            return self.api.find_slots(day)
        except ToolTimeout:
            match attempt:
                case self.max_retries:
                    return None
                case _:
                    self.sleep(self.backoff[attempt])
                    return self.search(day, attempt + 1)

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(*self.slots.values())
        except (ToolError, ToolTimeout) as failure:
            match failure:
                case ToolError():
                    self.offered = None
                    return self.take({"time": None})
                case ToolTimeout():
                    return self.leave("tool_failure")
        self.state = "DONE"
        return "Booked."

    def leave(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": self.slots.copy()}
        return "Hold on, please."
