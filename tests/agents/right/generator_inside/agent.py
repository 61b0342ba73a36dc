"""The whole conversation is one generator that handle feeds with send()."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.slots = {"day": None, "time": None, "name": None}
        self.handoff = None
        self.calls = []
        self.talk = self.conversation()
        next(self.talk)

    def handle(self, text):
        self.calls = []
        state, say = self.talk.send(text)
        return {"say": say, "state": state, "tool_calls": self.calls}

    def conversation(self):
        reason = yield from self.book_something()
        if reason:
            self.handoff = {"reason": reason, "summary": dict(self.slots)}
        while True:
            yield ("HANDOFF", "I am passing you on.") if reason else ("DONE", "Booked.")

    def book_something(self):
        """Talk until it is booked; return why it was not, or None."""
        state, say, offered, searched, missed = "LISTEN", "", None, None, False
        while True:
            text = yield state, say
            heard = parse(text)
            intent = heard.pop("intent")
            heard = {slot: value for slot, value in heard.items() if value}
            if intent == "human":
                return "user_request"
            if state == "ASK_NAME" and intent in ("unknown", "inform") and not heard:
                if text.split():
                    intent, heard = "inform", {"name": text.split()[-1]}
            if intent == "unknown":
                if missed:
                    return "not_understood"
                missed = True
                continue
            missed = False
            if intent in ("cancel", "hours"):
                continue
            if state == "CONFIRM" and intent == "yes":
                self.calls.append("book")
                try:
                    self.api.book(**self.slots)
                    return None
                except ToolError:
                    heard, searched = {"time": None}, None
                except ToolTimeout:
                    return "tool_failure"
            elif state == "CONFIRM" and intent == "no" and {**self.slots, **heard} == self.slots:
                heard["time"] = None
            self.slots.update(heard)
            if self.slots["day"] is None:
                state, say = "ASK_DAY", "Which day?"
                continue
            if searched != self.slots["day"]:
                offered = self.search(self.slots["day"])
                if offered is None:
                    return "tool_failure"
                searched = self.slots["day"]
            if not offered:
                self.slots["day"] = None
                state, say = "ASK_DAY", "That day is full."
            elif self.slots["time"] not in offered:
                self.slots["time"] = None
                state, say = "ASK_TIME", ", ".join(offered)
            elif self.slots["name"] is None:
                state, say = "ASK_NAME", "Your name?"
            else:
                state, say = "CONFIRM", f"{self.slots}?"

    def search(self, day):
        for attempt in range(self.max_retries + 1):
            self.calls.append("find_slots")
            try:
                return self.api.find_slots(day)
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return None
