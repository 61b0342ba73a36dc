"""One long handle of plain if and else; the slots are attributes."""

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
        self.day = self.time = self.name = self.handoff = None
        self.offered = None
        self.missed_before = False

    def handle(self, text):
        calls = []
        say = "Goodbye."
        if self.state != "DONE" and self.state != "HANDOFF":
            heard = parse(text)
            intent = heard["intent"]
            if intent == "human":
                self.to_person("user_request")
            else:
                if self.state == "ASK_NAME" and intent in ("unknown", "inform"):
                    if not heard["day"] and not heard["time"] and not heard["name"]:
                        if text.split():
                            heard["name"] = text.split()[-1]
                            intent = "inform"
                if intent == "unknown":
                    if self.missed_before:
                        self.to_person("not_understood")
                    else:
                        self.missed_before = True
                        say = "Pardon?"
                else:
                    self.missed_before = False
                    if intent == "cancel" or intent == "hours":
                        say = "Please ask the front desk."
                    elif self.state == "CONFIRM" and intent == "yes":
                        calls.append("book")
                        try:
                            self.api.book(self.day, self.time, self.name)
                        except ToolError:
                            self.time = None
                            self.offered = None
                            say = self.next(calls)
                        except ToolTimeout:
                            self.to_person("tool_failure")
                        else:
                            self.state = "DONE"
                    else:
                        old = (self.day, self.time, self.name)
                        if heard["day"] and heard["day"] != self.day:
                            self.day = heard["day"]
                            self.offered = None
                        if heard["time"]:
                            self.time = heard["time"]
                        if heard["name"]:
                            self.name = heard["name"]
                        if self.state == "CONFIRM" and intent == "no":
                            if old == (self.day, self.time, self.name):
                                self.time = None
                        say = self.next(calls)
        return {"say": say, "state": self.state, "tool_calls": calls}

    def next(self, calls):
        if self.day is None:
            self.state = "ASK_DAY"
            return "Which day?"
        tries = 0
        while self.offered is None:
            calls.append("find_slots")
            try:
                self.offered = self.api.find_slots(self.day)
            except ToolTimeout:
                if tries == self.max_retries:
                    return self.to_person("tool_failure")
                self.sleep(self.backoff[tries])
                tries += 1
        if self.offered == []:
            self.day = self.offered = self.time = None
            self.state = "ASK_DAY"
            return "Nothing is free then. Which other day?"
        if self.time not in self.offered:
            self.time = None
            self.state = "ASK_TIME"
            return "Free: " + " ".join(self.offered)
        if self.name is None:
            self.state = "ASK_NAME"
            return "Your name?"
        self.state = "CONFIRM"
        return f"{self.name}, {self.day}, {self.time}?"

    def to_person(self, reason):
        self.state = "HANDOFF"
        summary = {"day": self.day, "time": self.time, "name": self.name}
        self.handoff = {"reason": reason, "summary": summary}
        return "One moment."
