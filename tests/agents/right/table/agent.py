"""A dict from state to function decides who answers; it keeps a log of its own."""

import logging
import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

log = logging.getLogger("agent")
logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)s %(message)s")


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep, self.waits = api, sleep, backoff[:max_retries]
        self.state = "LISTEN"
        self.slots = dict.fromkeys(("day", "time", "name"))
        self.offers = {}  # day -> free times
        self.misses = 0
        self.calls = []
        self.handoff = None
        self.answers = {
            "LISTEN": self.take,
            "ASK_DAY": self.take,
            "ASK_TIME": self.take,
            "ASK_NAME": self.take,
            "CONFIRM": self.confirm,
            "DONE": self.end,
            "HANDOFF": self.end,
        }

    def handle(self, text):
        self.calls = []
        log.info("heard %r in %s", text, self.state)
        say = self.answers[self.state](text)
        log.info("now in %s", self.state)
        return {"say": say, "state": self.state, "tool_calls": list(self.calls)}

    def end(self, text):
        return "Goodbye."

    def common(self, heard):
        if heard["intent"] == "human":
            return self.pass_on("user_request")
        if heard["intent"] == "unknown":
            self.misses += 1
            log.warning("not understood (%d)", self.misses)
            return self.pass_on("not_understood") if self.misses > 1 else "Once more, please?"
        self.misses = 0
        if heard["intent"] in {"cancel", "hours"}:
            return "I can only book."
        return None

    def take(self, text):
        heard = parse(text)
        if self.state == "ASK_NAME" and heard["intent"] in {"unknown", "inform"}:
            if text.strip() and not any(heard[slot] for slot in self.slots):
                heard = {"intent": "inform", "day": None, "time": None, "name": text.split()[-1]}
        return self.common(heard) or self.fill(heard)

    def confirm(self, text):
        heard = parse(text)
        said = self.common(heard)
        if said:
            return said
        if heard["intent"] == "yes":
            return self.book()
        new = {slot: heard[slot] for slot in self.slots if heard[slot]}
        if heard["intent"] == "no" and not new.items() - self.slots.items():
            self.slots["time"] = None
        return self.fill(heard)

    def fill(self, heard):
        self.slots.update({slot: heard[slot] for slot in self.slots if heard[slot]})
        return self._next()

    def _next(self):
        day = self.slots["day"]
        if not day:
            return self.ask("ASK_DAY", "Which day?")
        if day not in self.offers and not self.search(day):
            return self.pass_on("tool_failure")
        if not self.offers[day]:
            self.slots["day"] = None
            return self.ask("ASK_DAY", "That day is full. Another?")
        if self.slots["time"] not in self.offers[day]:
            self.slots["time"] = None
            return self.ask("ASK_TIME", " or ".join(self.offers[day]))
        if not self.slots["name"]:
            return self.ask("ASK_NAME", "Who is it for?")
        return self.ask("CONFIRM", " ".join(self.slots.values()) + "?")

    def ask(self, state, question):
        self.state = state
        return question

    def search(self, day):
        for wait in (*self.waits, None):
            self.calls.append("find_slots")
            try:
                self.offers[day] = self.api.find_slots(day)
            except ToolTimeout as error:
                log.error("%s", error)
                if wait is not None:
                    self.sleep(wait)
            else:
                return True
        return False

    def book(self):
        self.calls.append("book")
        try:
            self.api.book(**self.slots)
        except ToolError:
            self.slots["time"] = None
            self.offers.clear()
            return self._next()
        except ToolTimeout:
            return self.pass_on("tool_failure")
        return self.ask("DONE", "Booked.")

    def pass_on(self, reason):
        self.handoff = {"reason": reason, "summary": {**self.slots}}
        return self.ask("HANDOFF", "A colleague will help you.")
