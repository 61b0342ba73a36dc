"""Uses the transitions library."""
import time
from transitions import Machine
from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

STATES = ["LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM", "DONE", "HANDOFF"]
OPEN = STATES[:5]


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep, self.max_retries, self.backoff = api, sleep, max_retries, backoff
        self.machine = Machine(model=self, states=STATES, initial="LISTEN", auto_transitions=False)
        add = self.machine.add_transition
        for s in STATES[1:]:
            add("go_" + s.lower(), OPEN, s)
        self.day = self.time = self.name = None
        self.offered = None
        self.handoff = None
        self.misses = 0
        self.said = ""
        self.calls = []

    def handle(self, text):
        self.calls = []
        self.said = "bye"
        if self.state not in ("DONE", "HANDOFF"):
            self._hear(text)
        return {"say": self.said, "state": self.state, "tool_calls": tuple(self.calls)}

    def _hear(self, text):
        p = parse(text)
        what = p["intent"]
        if what == "human":
            return self._give_up("user_request")
        if self.state == "ASK_NAME" and not (p["name"] or p["day"] or p["time"]) and what in {"unknown", "inform"} and text.split():
            p["name"] = text.split()[-1]
            what = "inform"
        if what == "unknown":
            self.misses += 1
            self.said = "pardon?"
            if self.misses == 2:
                self._give_up("not_understood")
            return None
        self.misses = 0
        if self.state == "CONFIRM":
            if what == "yes":
                return self._book()
            if what == "no":
                if not (p["day"] or p["time"] or p["name"]):
                    self.time = None
                for k in ("day", "time", "name"):
                    if p[k]:
                        setattr(self, k, p[k])
                self.offered = None
                return self._next()
            self.said = "yes or no?"
            return None
        if p["day"] and p["day"] != self.day:
            self.offered = None
        for k in ("day", "time", "name"):
            if p[k]:
                setattr(self, k, p[k])
        return self._next()

    def _next(self):
        if self.day is None:
            self.said = "day?"
            return self.go_ask_day()
        if self.offered is None and not self._search():
            return self._give_up("tool_failure")
        if self.time not in self.offered:
            self.time = None
            self.said = " or ".join(self.offered)
            return self.go_ask_time()
        if self.name is None:
            self.said = "name?"
            return self.go_ask_name()
        self.said = "so?"
        return self.go_confirm()

    def _search(self):
        self.calls.append("find_slots")  # once, however often retried
        waits = iter(self.backoff)
        left = self.max_retries
        while True:
            try:
                self.offered = self.api.find_slots(day=self.day)
                return True
            except ToolTimeout:
                if not left:
                    return False
                left -= 1
                self.sleep(next(waits))

    def _book(self):
        self.calls.append("book")
        try:
            self.api.book(name=self.name, time=self.time, day=self.day)
        except ToolTimeout:
            return self._give_up("tool_failure")
        except ToolError:
            self.time = self.offered = None
            return self._next()
        self.said = "done"
        return self.go_done()

    def _give_up(self, reason):
        self.handoff = {"reason": reason, "summary": {"day": self.day, "time": self.time, "name": self.name}}
        self.said = "handing over"
        self.go_handoff()
