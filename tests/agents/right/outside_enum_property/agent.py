import time
from collections import OrderedDict
from dataclasses import dataclass, field, asdict
from enum import StrEnum
from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

class S(StrEnum):
    LISTEN = "LISTEN"; ASK_DAY = "ASK_DAY"; ASK_TIME = "ASK_TIME"; ASK_NAME = "ASK_NAME"
    CONFIRM = "CONFIRM"; DONE = "DONE"; HANDOFF = "HANDOFF"

@dataclass
class Form:
    day: str = ""
    time: str = ""
    name: str = ""

@dataclass
class VoiceAgent:
    api: object
    sleep: object = time.sleep
    max_retries: int = 2
    backoff: tuple = (0.5, 1.0)
    state: S = S.LISTEN
    form: Form = field(default_factory=Form)
    reason: str = ""
    offer: dict = field(default_factory=dict)   # day -> times
    strikes: int = 0

    @property
    def handoff(self):
        if not self.reason:
            return {}
        return OrderedDict(reason=self.reason, summary=OrderedDict(asdict(self.form)))

    def handle(self, text):
        start = len(self.api.calls)
        text = self.step(text)
        return OrderedDict(say=text, state=self.state, tool_calls=[list(c) for c in self.api.calls[start:]])

    def step(self, text):
        if self.state in (S.DONE, S.HANDOFF):
            return ""
        p = parse(text); i = p["intent"]; f = self.form
        if i == "human":
            return self.out("user_request")
        if self.state is S.ASK_NAME and text.split() and not (p["day"] or p["time"] or p["name"]):
            p["name"], i = text.split()[-1], "inform"
        if i == "unknown":
            self.strikes += 1
            return self.out("not_understood") if self.strikes > 1 else "?"
        self.strikes = 0
        if self.state is S.CONFIRM and i == "yes":
            try:
                self.api.book(f.day, f.time, f.name)
            except ToolError:
                f.time = ""; self.offer.clear()
                return self._next()
            except ToolTimeout:
                return self.out("tool_failure")
            self.state = S.DONE
            return "done"
        if self.state is S.CONFIRM and i == "no":
            old = asdict(f)
            f.day, f.time, f.name = (p["day"] or f.day), (p["time"] or f.time), (p["name"] or f.name)
            if old == asdict(f):
                f.time = ""
            return self._next()
        f.day, f.time, f.name = (f.day or p["day"] or ""), (f.time or p["time"] or ""), (f.name or p["name"] or "")
        return self._next()

    def _next(self):
        f = self.form
        if not f.day:
            self.state = S.ASK_DAY
            return "day"
        if f.day not in self.offer:
            for n in range(self.max_retries + 1):
                try:
                    self.offer[f.day] = self.api.find_slots(f.day)
                    break
                except ToolTimeout:
                    if n == self.max_retries:
                        return self.out("tool_failure")
                    self.sleep(self.backoff[n])
        if f.time not in self.offer[f.day]:
            f.time = ""
            self.state = S.ASK_TIME
            return str(self.offer[f.day])
        self.state = S.CONFIRM if f.name else S.ASK_NAME
        return "?"

    def out(self, reason):
        self.reason, self.state = reason, S.HANDOFF
        return reason
