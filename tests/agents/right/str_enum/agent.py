"""The states are members of class State(str, Enum), and are returned as such."""

import time
from enum import Enum

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class State(str, Enum):
    LISTEN = "LISTEN"
    ASK_DAY = "ASK_DAY"
    ASK_TIME = "ASK_TIME"
    ASK_NAME = "ASK_NAME"
    CONFIRM = "CONFIRM"
    DONE = "DONE"
    HANDOFF = "HANDOFF"


class Reason(str, Enum):
    PERSON = "user_request"
    LOST = "not_understood"
    TOOL = "tool_failure"


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.tries = max_retries + 1
        self.backoff = backoff
        self.state = State.LISTEN
        self.day = self.time = self.name = self.free = None
        self.lost = False
        self.handoff = None

    def handle(self, text):
        self.used = []
        if self.state not in (State.DONE, State.HANDOFF):
            self.state = self.move(text)
        return {"say": f"now: {self.state.value}", "state": self.state, "tool_calls": self.used}

    def move(self, text):
        heard = parse(text)
        intent, day, time, name = (heard[k] for k in ("intent", "day", "time", "name"))
        if intent == "human":
            return self.stop(Reason.PERSON)
        if self.state is State.ASK_NAME and intent in ("inform", "unknown"):
            if text.split() and not (day or time or name):
                intent, name = "inform", text.split()[-1]
        if intent == "unknown":
            if self.lost:
                return self.stop(Reason.LOST)
            self.lost = True
            return self.state
        self.lost = False
        if intent in ("cancel", "hours"):
            return self.state
        if self.state is State.CONFIRM:
            if intent == "yes":
                return self.book()
            if intent == "no" and not (day or time or name):
                self.time = None
        return self.set(day, time, name)

    def set(self, day, time, name):
        if day and day != self.day:
            self.day, self.free = day, None
        self.time = time or self.time
        self.name = name or self.name
        return self.next()

    def next(self):
        if not self.day:
            return State.ASK_DAY
        if self.free is None and not self.search():
            return self.stop(Reason.TOOL)
        if not self.free:
            self.day = self.free = None
            return State.ASK_DAY
        if self.time not in self.free:
            self.time = None
            return State.ASK_TIME
        return State.CONFIRM if self.name else State.ASK_NAME

    def search(self):
        for n in range(1, self.tries + 1):
            self.used.append("find_slots")
            try:
                self.free = self.api.find_slots(self.day)
                return True
            except ToolTimeout:
                if n < self.tries:
                    self.sleep(self.backoff[n - 1])
        return False

    def book(self):
        self.used.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
        except ToolError:
            self.time = self.free = None
            return self.next()
        except ToolTimeout:
            return self.stop(Reason.TOOL)
        return State.DONE

    def stop(self, reason):
        summary = {"day": self.day, "time": self.time, "name": self.name}
        self.handoff = {"reason": reason, "summary": summary}
        return State.HANDOFF
