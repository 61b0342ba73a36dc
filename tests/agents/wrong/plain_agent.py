# fails:
# mistake: none; every other file in this folder changes one small part of this agent
"""A right agent in the plainest style, cut into small methods."""

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
        self.day = None
        self.time = None
        self.name = None
        self.offered = None  # the free times of self.day; None: not searched yet
        self.misses = 0
        self.handoff = None
        self.tool_calls = []

    # one turn

    def handle(self, text):
        self.tool_calls = []
        say = self.answer(text)
        return self.result(say)

    def result(self, say):
        return {"say": say, "state": self.state, "tool_calls": self.tool_calls}

    def answer(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        heard = self.listen(text)
        if self.wants_human(heard):
            return self.hand_off("user_request")
        if heard["intent"] == "unknown":
            return self.not_understood()
        self.misses = 0
        if heard["intent"] in ("cancel", "hours"):
            return "Please call the front desk about that. " + self.question()
        if self.state == "CONFIRM":
            return self.answer_in_confirm(heard)
        self.fill(heard)
        return self.ask_next()

    def listen(self, text):
        heard = parse(text)
        words = text.split()
        if self.state == "ASK_NAME" and heard["intent"] in ("unknown", "inform"):
            if words and not (heard["day"] or heard["time"] or heard["name"]):
                heard = {**heard, "intent": "inform", "name": self.bare_name(words)}
        return heard

    def bare_name(self, words):
        return words[-1].strip(".,!?")

    def wants_human(self, heard):
        return heard["intent"] == "human"

    def not_understood(self):
        self.misses += 1
        if self.misses == 2:
            return self.hand_off("not_understood")
        return "Sorry, could you say that again?"

    # slots

    def fill(self, heard):
        if heard["day"] and heard["day"] != self.day:
            self.day = heard["day"]
            self.offered = None
        if heard["time"]:
            self.time = heard["time"]
        if heard["name"]:
            self.name = heard["name"]

    def ask_next(self):
        self.state = self.next_state()
        return self.question()

    def next_state(self):
        if not self.day:
            return "ASK_DAY"
        if self.offered is None and not self.search():
            return self.give_up()
        if not self.offered:
            self.day = None
            self.offered = None
            return "ASK_DAY"
        if self.time not in self.offered:
            self.time = None
            return "ASK_TIME"
        if not self.name:
            return "ASK_NAME"
        return "CONFIRM"

    def question(self):
        if self.state == "ASK_DAY":
            return "Which day would you like?"
        if self.state == "ASK_TIME":
            return f"On {self.day} I have " + " or ".join(self.offered) + "."
        if self.state == "ASK_NAME":
            return "What is your name?"
        if self.state == "CONFIRM":
            return f"{self.day} at {self.time} for {self.name}, is that right?"
        return "How can I help you?" if self.state == "LISTEN" else "I am passing you on."

    # the search

    def search(self):
        for attempt in range(self.retries() + 1):
            try:
                self.offered = self.find_slots()
                return True
            except ToolTimeout:
                if attempt < self.retries():
                    self.wait(attempt)
        return False

    def retries(self):
        return self.max_retries

    def wait(self, attempt):
        self.sleep(self.backoff[attempt])

    def give_up(self):
        self.hand_off("tool_failure")
        return self.state

    def find_slots(self):
        self.tool_calls.append("find_slots")
        return self.api.find_slots(self.day)

    # the confirmation

    def answer_in_confirm(self, heard):
        if heard["intent"] == "yes":
            return self.on_yes()
        if heard["intent"] == "no":
            return self.on_no(heard)
        self.fill(heard)
        return self.ask_next()

    def on_yes(self):
        try:
            self.book()
        except ToolError:
            return self.refused()
        except ToolTimeout:
            return self.booking_timed_out()
        return self.booked()

    def on_no(self, heard):
        before = (self.day, self.time, self.name)
        self.fill(heard)
        if (self.day, self.time, self.name) == before:
            self.time = None
        return self.ask_next()

    def book(self):
        self.tool_calls.append("book")
        self.api.book(self.day, self.time, self.name)

    def booked(self):
        self.state = "DONE"
        return f"You are booked on {self.day} at {self.time}. Goodbye."

    def refused(self):
        self.time = None
        self.offered = None
        return "That time has just gone. " + self.ask_next()

    def booking_timed_out(self):
        return self.hand_off("tool_failure")

    # the hand-off

    def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": self.summary()}
        return "One moment, I am passing you on to a colleague."

    def summary(self):
        return {"day": self.day, "time": self.time, "name": self.name}
