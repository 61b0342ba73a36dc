"""What comes next and what to say stand in a TOML file found by a path relative to this one."""

import time
import tomllib
from pathlib import Path

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

DIALOGUE = tomllib.loads(Path(__file__).with_name("dialogue.toml").read_text("utf-8"))
QUESTIONS = DIALOGUE["question"]


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep, self.max_retries, self.backoff = api, sleep, max_retries, backoff
        self.memory = {}
        self.state = DIALOGUE["start"]
        self.misses = 0
        self.handoff = None

    def handle(self, text):
        self.tools = []
        if self.state not in DIALOGUE["end"]:
            self.state = self.listen(text)
        say = DIALOGUE["say"][self.state].format_map({"day": "", "time": "", **self.memory})
        return {"say": say, "state": self.state, "tool_calls": self.tools}

    def listen(self, text):
        heard = parse(text)
        intent = heard.pop("intent")
        new = {key: value for key, value in heard.items() if value}
        if intent == "human":
            return self.leave("user_request")
        if self.state == "ASK_NAME" and intent in DIALOGUE["may_be_a_name"] and not new:
            new = {"name": word for word in text.split()}
        if intent == "unknown" and not new:
            self.misses += 1
            return self.state if self.misses < 2 else self.leave("not_understood")
        self.misses = 0
        if intent in DIALOGUE["side_questions"]:
            return self.state
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        if self.state == "CONFIRM" and intent == "no":
            if all(self.memory.get(key) == value for key, value in new.items()):
                self.memory.pop("time")
        self.memory.update(new)
        return self.next_state()

    def next_state(self):
        for question in QUESTIONS:
            slot = question["slot"]
            if slot == "time" and not self.offer():
                return self.state
            if slot not in self.memory:
                return question["state"]
        return "CONFIRM"

    def offer(self):
        """Make sure that the time is one of the free ones; False: the dialogue left the road."""
        day = self.memory["day"]
        if self.memory.get("searched") != day:
            free = self.find_slots(day)
            if free is None:
                self.state = self.leave("tool_failure")
                return False
            self.memory.update(searched=day, free=free)
        if not self.memory["free"]:
            del self.memory["day"]
            self.state = "ASK_DAY"
            return False
        if self.memory.get("time") not in self.memory["free"]:
            self.memory.pop("time", None)
        return True

    def find_slots(self, day):
        for attempt in range(self.max_retries + 1):
            self.tools += ["find_slots"]
            try:
                return self.api.find_slots(day)
            except ToolTimeout:
                pass
            if attempt != self.max_retries:
                self.sleep(self.backoff[attempt])
        return None

    def book(self):
        self.tools += ["book"]
        try:
            self.api.book(self.memory["day"], self.memory["time"], self.memory["name"])
            return "DONE"
        except ToolError:
            del self.memory["time"], self.memory["searched"]
            return self.next_state()
        except ToolTimeout:
            return self.leave("tool_failure")

    def leave(self, reason):
        summary = {slot: self.memory.get(slot) for slot in ("day", "time", "name")}
        self.handoff = {"reason": reason, "summary": summary}
        return "HANDOFF"
