"""Has a demo at the end that reads from the keyboard; positional-only and keyword-only arguments."""

import time

from voicekit.clinic import ClinicAPI, ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    def __init__(self, api, /, *, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.day = self.time = self.name = self.offered = self.handoff = None
        self.misses = 0

    def handle(self, text, /):
        self.tool_calls = []
        reply = self.reply(text)
        return {"say": reply, "state": self.state, "tool_calls": self.tool_calls}

    def reply(self, text):
        if self.state == "HANDOFF":
            return "Please hold."
        if self.state == "DONE":
            return "You are booked already."
        p = parse(text)
        if p["intent"] == "human":
            return self.give_up("user_request")
        if self.state == "ASK_NAME" and p["intent"] in ["unknown", "inform"]:
            if text.split() and p["day"] is None and p["time"] is None and p["name"] is None:
                p["name"] = text.split()[-1]
                p["intent"] = "inform"
        if p["intent"] == "unknown":
            self.misses += 1
            if self.misses >= 2:
                return self.give_up("not_understood")
            return "Sorry?"
        self.misses = 0
        if p["intent"] in ["cancel", "hours"]:
            return "Sorry, I only book."
        if self.state == "CONFIRM" and p["intent"] == "yes":
            return self.book()
        new_day = p["day"] is not None and p["day"] != self.day
        new_time = p["time"] is not None and p["time"] != self.time
        new_name = p["name"] is not None and p["name"] != self.name
        if new_day:
            self.day = p["day"]
            self.offered = None
        if new_time:
            self.time = p["time"]
        if new_name:
            self.name = p["name"]
        if self.state == "CONFIRM" and p["intent"] == "no":
            if not (new_day or new_time or new_name):
                self.time = None
        return self._next()

    def _next(self):
        if self.day is None:
            self.state = "ASK_DAY"
            return "Which day?"
        if self.offered is None:
            attempt = 0
            while self.offered is None:
                self.tool_calls.append("find_slots")
                try:
                    self.offered = self.api.find_slots(self.day)
                except ToolTimeout:
                    if attempt == self.max_retries:
                        return self.give_up("tool_failure")
                    self.sleep(self.backoff[attempt])
                    attempt += 1
        if len(self.offered) == 0:
            self.day = None
            self.offered = None
            self.state = "ASK_DAY"
            return "There is nothing left on that day. Which other day?"
        if self.time not in self.offered:
            self.time = None
            self.state = "ASK_TIME"
            return "You can come at " + " or ".join(self.offered)
        if self.name is None:
            self.state = "ASK_NAME"
            return "Your name, please?"
        self.state = "CONFIRM"
        return f"{self.name} on {self.day} at {self.time}?"

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
        except ToolError:
            self.time = None
            self.offered = None
            return "Somebody was faster. " + self._next()
        except ToolTimeout:
            return self.give_up("tool_failure")
        self.state = "DONE"
        return "Booked!"

    def give_up(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason}
        self.handoff["summary"] = {"day": self.day, "time": self.time, "name": self.name}
        return "I'll get somebody."


if __name__ == "__main__":
    agent = VoiceAgent(ClinicAPI())
    while agent.state not in ("DONE", "HANDOFF"):
        print(agent.handle(input("> ")))
