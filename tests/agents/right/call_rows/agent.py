"""tool_calls are the rows (name, args, outcome), cut from api.calls and kept as a tuple."""

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
        self.wish = {}
        self.free = {}  # day -> times; a day is dropped when its times are out of date
        self.misses = 0
        self.handoff = None

    def handle(self, text):
        first = len(self.api.calls)
        say = self.speak(text)
        return {"say": say, "state": self.state, "tool_calls": tuple(self.api.calls[first:])}

    def speak(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return ""
        heard = parse(text)
        intent = heard["intent"]
        values = {k: v for k, v in heard.items() if v and k != "intent"}
        if intent == "human":
            return self.out("user_request")
        if self.state == "ASK_NAME" and not values and intent in ("unknown", "inform"):
            values = {"name": text.split()[-1]} if text.split() else {}
        if intent == "unknown" and not values:
            self.misses += 1
            if self.misses == 2:
                return self.out("not_understood")
            return "Again, please."
        self.misses = 0
        if intent in ("cancel", "hours"):
            return "I only book."
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        if self.state == "CONFIRM" and intent == "no" and self.wish | values == self.wish:
            del self.wish["time"]
        self.wish |= values
        return self.go_on()

    def go_on(self):
        day = self.wish.get("day")
        if day is None:
            return self.to("ASK_DAY")
        if day not in self.free:
            for attempt in range(self.max_retries + 1):
                try:
                    self.free[day] = self.api.find_slots(day)
                    break
                except ToolTimeout:
                    if attempt == self.max_retries:
                        return self.out("tool_failure")
                    self.sleep(self.backoff[attempt])
        if not self.free[day]:
            del self.wish["day"]
            return self.to("ASK_DAY")
        if self.wish.get("time") not in self.free[day]:
            self.wish.pop("time", None)
            return self.to("ASK_TIME")
        return self.to("CONFIRM" if "name" in self.wish else "ASK_NAME")

    def to(self, state):
        self.state = state
        return f"{state}: {self.wish}"

    def book(self):
        try:
            self.api.book(self.wish["day"], self.wish["time"], self.wish["name"])
        except ToolError:
            del self.wish["time"]
            del self.free[self.wish["day"]]
            return self.go_on()
        except ToolTimeout:
            return self.out("tool_failure")
        return self.to("DONE")

    def out(self, reason):
        self.handoff = {"reason": reason, "summary": self.wish}
        return self.to("HANDOFF")
