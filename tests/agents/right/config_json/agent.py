"""What it says and how long it waits stand in a JSON file beside it."""

import json
import os
import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as settings_file:
    SETTINGS = json.load(settings_file)


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=None, backoff=None):
        self.api = api
        self.sleep = sleep
        self.max_retries = SETTINGS["max_retries"] if max_retries is None else max_retries
        self.backoff = backoff or SETTINGS["backoff"]
        self.state = "LISTEN"
        self.day = self.time = self.name = None
        self.offered = None
        self.unclear = 0
        self.handoff = None

    def say(self, key, **values):
        values = {"day": self.day, "time": self.time, "name": self.name, **values}
        return SETTINGS["phrases"][key].format(**values)

    def handle(self, text):
        start = len(self.api.calls)
        say = self.respond(text)
        names = [name for name, args, outcome in self.api.calls[start:]]
        return {"say": say, "state": self.state, "tool_calls": names}

    def respond(self, text):
        if self.state in SETTINGS["final"]:
            return self.say("goodbye")
        heard = parse(text)
        empty = not (heard["day"] or heard["time"] or heard["name"])
        words = text.split()
        if heard["intent"] == "human":
            return self.hand_over("user_request")
        if heard["intent"] in ("inform", "unknown") and self.state == "ASK_NAME" and empty and words:
            heard["name"], heard["intent"] = words[-1], "inform"
        if heard["intent"] == "unknown":
            self.unclear += 1
            if self.unclear >= SETTINGS["max_misses"]:
                return self.hand_over("not_understood")
            return self.say("repeat")
        self.unclear = 0
        if heard["intent"] in ("hours", "cancel"):
            return self.say("elsewhere")
        if (self.state, heard["intent"]) == ("CONFIRM", "yes"):
            return self.do_book()
        changed = False
        for slot in ("day", "time", "name"):
            if heard[slot] and heard[slot] != getattr(self, slot):
                setattr(self, slot, heard[slot])
                changed = True
                if slot == "day":
                    self.offered = None
        if (self.state, heard["intent"]) == ("CONFIRM", "no") and not changed:
            self.time = None
        return self._next()

    def _next(self):
        if self.day and self.offered is None:
            self.search()
            if self.offered is None:
                return self.hand_over("tool_failure")
            if not self.offered:
                self.day = self.offered = None
        if self.offered is not None and self.time not in self.offered:
            self.time = None
        for slot in ("day", "time", "name"):
            if getattr(self, slot) is None or (slot == "time" and self.offered is None):
                self.state = "ASK_" + slot.upper()
                return self.say("ask_" + slot, free=", ".join(self.offered or []))
        self.state = "CONFIRM"
        return self.say("confirm")

    def search(self):
        attempt = 0
        while True:
            try:
                self.offered = self.api.find_slots(self.day)
                return
            except ToolTimeout:
                if attempt >= self.max_retries:
                    return
            self.sleep(self.backoff[attempt])
            attempt += 1

    def do_book(self):
        try:
            self.api.book(day=self.day, time=self.time, name=self.name)
        except ToolTimeout:
            return self.hand_over("tool_failure")
        except ToolError:
            self.time = self.offered = None
            return self._next()
        self.state = "DONE"
        return self.say("booked")

    def hand_over(self, reason):
        self.state = "HANDOFF"
        filled = {"day": self.day, "time": self.time, "name": self.name}
        self.handoff = {"reason": reason, "summary": filled}
        return self.say("hand_over")
