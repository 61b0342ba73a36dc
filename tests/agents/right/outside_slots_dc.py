# verdict: PASSED
# why: handoff is a dataclass with slots: an object with reason and summary as attributes
import time
from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep, self.max_retries, self.backoff = api, sleep, max_retries, backoff
        self.day = self.time = self.name = None
        self.offered = None
        self.state = "LISTEN"
        self.misses = 0
        self.handoff = None
        self.called = []

    def _search(self):
        for attempt in range(self.max_retries + 1):
            self.called.append("find_slots")
            try:
                self.offered = list(self.api.find_slots(self.day))
                return True
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
            except Exception:
                break
        self._hand("tool_failure")
        return False

    def _hand(self, reason):
        self.state = "HANDOFF"
        self.handoff = H(reason, {"day": self.day, "time": self.time, "name": self.name})

    def _next(self):
        if not self.day:
            self.state = "ASK_DAY"
            return
        if self.offered is None and not self._search():
            return
        if self.time and self.time not in self.offered:
            self.time = None
        if not self.offered:
            self.day, self.offered = None, None
            self.state = "ASK_DAY"
        elif not self.time:
            self.state = "ASK_TIME"
        elif not self.name:
            self.state = "ASK_NAME"
        else:
            self.state = "CONFIRM"

    def handle(self, text):
        self.called = []
        self._turn(text)
        return {"say": "I am in " + self.state, "state": self.state, "tool_calls": list(self.called)}

    def _turn(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return
        p = parse(text)
        intent = p["intent"]
        if intent == "human":
            for slot in ("day", "time", "name"):
                if p[slot] and not getattr(self, slot):
                    setattr(self, slot, p[slot])
            return self._hand("user_request")
        if (self.state == "ASK_NAME" and intent in ("unknown", "inform") and text.split()
                and not (p["day"] or p["time"] or p["name"])):
            self.misses = 0
            self.name = text.split()[-1].strip(".,!?")
            return self._next()
        if intent == "unknown":
            self.misses += 1
            if self.misses >= 2:
                self._hand("not_understood")
            return
        self.misses = 0
        if self.state == "CONFIRM":
            if intent == "yes":
                return self._book()
            if intent == "no":
                changed = False
                for slot in ("day", "time", "name"):
                    if p[slot] and p[slot] != getattr(self, slot) and not changed:
                        setattr(self, slot, p[slot])
                        changed = True
                        if slot == "day":
                            self.offered = None
                if not changed:
                    self.time = None
                return self._next()
        if intent in ("cancel", "hours"):
            return
        if p["day"] and p["day"] != self.day:
            self.day, self.offered = p["day"], None
        if p["time"]:
            self.time = p["time"]
        if p["name"]:
            self.name = p["name"]
        self._next()

    def _book(self):
        self.called.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
        except ToolError:
            self.time, self.offered = None, None
            return self._next()
        except Exception:
            return self._hand("tool_failure")
        self.state = "DONE"

from dataclasses import dataclass
@dataclass(slots=True)
class H:
    reason: str
    summary: dict
