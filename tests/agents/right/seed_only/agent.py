"""Written from the assignment's text alone, as literally as it can be read."""

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
        self.offered = []
        self.unknown = 0
        self.handoff = None

    def handle(self, text):
        before = len(self.api.calls)
        say = self._turn(text, parse(text))
        tools = [call[0] for call in self.api.calls[before:]]
        return {"say": say, "state": self.state, "tool_calls": tools}

    def _turn(self, text, heard):
        if self.state == "HANDOFF":
            return "Somebody will be with you in a moment."
        if heard["intent"] == "human":
            return self._hand_off("user_request")
        if self.state == "ASK_NAME":
            self.unknown = 0
            self.slots["name"] = heard["name"] or text.split()[-1]
            return self._next()
        if heard["intent"] == "unknown":
            self.unknown += 1
            if self.unknown == 2:
                return self._hand_off("not_understood")
            return "Could you say that again, please?"
        self.unknown = 0
        if self.state == "CONFIRM" and heard["intent"] == "yes":
            return self._book()
        if self.state == "CONFIRM" and heard["intent"] == "no":
            return self._correct(heard)
        answered = self.state == "ASK_TIME" and heard["time"]
        if answered and heard["time"] not in self.offered:
            return self._offer()
        for slot in self.slots:
            if self.slots[slot] is None:
                self.slots[slot] = heard[slot]
        return self._next()

    def _next(self):
        if self.slots["day"] is None:
            self.state = "ASK_DAY"
            return "Which day?"
        if self.slots["time"] is None:
            return self._search()
        if self.slots["name"] is None:
            self.state = "ASK_NAME"
            return "What is your name?"
        self.state = "CONFIRM"
        return "{day} at {time} for {name}. Is that right?".format(**self.slots)

    def _search(self):
        for attempt in range(self.max_retries + 1):
            try:
                self.offered = self.api.find_slots(self.slots["day"])
                return self._offer()
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return self._hand_off("tool_failure")

    def _offer(self):
        self.state = "ASK_TIME"
        return "I have these times: " + ", ".join(self.offered)

    def _correct(self, heard):
        if heard["time"] is None and heard["day"] is None:
            self.slots["time"] = None
        for slot in ("day", "time"):
            if heard[slot] is not None:
                self.slots[slot] = heard[slot]
        return self._next()

    def _book(self):
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolError:
            self.slots["time"] = None
            return self._search()
        except ToolTimeout:
            return self._hand_off("tool_failure")
        self.state = "DONE"
        return "You are booked."

    def _hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
        return "I am putting you through to a person."
