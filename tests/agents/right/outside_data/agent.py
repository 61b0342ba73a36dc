import time, json, pathlib
W = json.loads((pathlib.Path(__file__).parent / "words.json").read_text())
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
        self.offered = None
        self.unknowns = 0
        self.handoff = None

    def handle(self, text):
        before = len(self.api.calls)
        say = self._turn(text)
        return {"say": say, "state": self.state,
                "tool_calls": [c[0] for c in self.api.calls[before:]]}

    def _turn(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        p = parse(text)
        intent = p["intent"]
        if intent == "human":
            return self._hand("user_request")
        words = text.split()
        if (self.state == "ASK_NAME" and intent in ("unknown", "inform") and not p["day"]
                and not p["time"] and not p["name"] and words):
            p["name"] = words[-1].strip(".,!?").capitalize()
            intent = "inform"
        if intent == "unknown":
            self.unknowns += 1
            if self.unknowns >= 2:
                return self._hand("not_understood")
            return "Sorry, could you say that again?"
        self.unknowns = 0
        if intent in ("cancel", "hours"):
            return "I can only book."
        if self.state == "CONFIRM":
            return self._confirm(intent, p)
        for k in self.slots:
            if p[k]:
                if k == "day" and p[k] != self.slots["day"]:
                    self.offered = None
                self.slots[k] = p[k]
        return self._next()

    def _confirm(self, intent, p):
        if intent == "yes":
            return self._book()
        new = {k: p[k] for k in self.slots if p[k] and p[k] != self.slots[k]}
        if intent == "no" and not new:
            self.slots["time"] = None
            self.offered = None
        if "day" in new:
            self.offered = None
        self.slots.update(new)
        return self._next()

    def _next(self):
        s = self.slots
        if not s["day"]:
            self.state = "ASK_DAY"
            return W["q"]
        if self.offered is None:
            self.offered = self._search()
            if self.offered is None:
                return self._hand("tool_failure")
        if not self.offered:
            s["day"] = s["time"] = None
            self.offered = None
            self.state = "ASK_DAY"
            return "Nothing free, which other day?"
        if s["time"] not in self.offered:
            s["time"] = None
            self.state = "ASK_TIME"
            return "Free: " + ", ".join(self.offered)
        if not s["name"]:
            self.state = "ASK_NAME"
            return "Your name?"
        self.state = "CONFIRM"
        return "{day} {time} {name}, right?".format(**s)

    def _search(self):
        for attempt in range(self.max_retries + 1):
            try:
                return self.api.find_slots(self.slots["day"])
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
            except Exception:
                return None
        return None

    def _book(self):
        s = self.slots
        try:
            self.api.book(s["day"], s["time"], s["name"])
        except ToolError:
            s["time"] = None
            self.offered = None
            return self._next()
        except Exception:
            return self._hand("tool_failure")
        self.state = "DONE"
        return "Booked."

    def _hand(self, reason):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
        return "One moment, a colleague takes over."
