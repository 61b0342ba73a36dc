from __future__ import annotations
import time
from voicekit import clinic, nlu

class VoiceAgent:
    handoff = None
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api; self.sleep = sleep; self.retries = max_retries; self.backoff = backoff
        self.gen = self.conversation(); next(self.gen)
    def handle(self, text):
        n = len(self.api.calls)
        say, state = self.gen.send(text)
        return {"tool_calls": [row[0] for row in self.api.calls[n:]], "state": state, "say": say}
    def give(self, reason, f):
        self.handoff = {"reason": reason, "summary": f.copy()}
        return ("over to a human", "HANDOFF")
    def search(self, day):
        for wait in list(self.backoff)[: self.retries] + [None]:
            try:
                return self.api.find_slots(day)
            except clinic.ToolTimeout:
                if wait is not None:
                    self.sleep(wait)
    def conversation(self):
        f = dict(day=None, time=None, name=None)
        state, missed, offer, offer_day = "LISTEN", 0, None, None
        out = ("", state)
        while True:
            text = yield out
            while state in ("DONE", "HANDOFF"):
                text = yield ("bye", state)
            p = nlu.parse(text)
            match (state, p["intent"]):
                case (_, "human"):
                    out = self.give("user_request", f); state = "HANDOFF"; continue
                case ("ASK_NAME", "unknown" | "inform") if text.split() and not any(p[k] for k in f):
                    p["name"] = text.split()[-1]; missed = 0
                case (_, "unknown"):
                    missed += 1
                    if missed == 2:
                        out = self.give("not_understood", f); state = "HANDOFF"
                    else:
                        out = ("repeat?", state)
                    continue
                case ("CONFIRM", "yes"):
                    missed = 0
                    try:
                        self.api.book(f["day"], f["time"], f["name"])
                    except clinic.ToolError:
                        f["time"] = None; offer = None; p = dict.fromkeys(f)
                    except clinic.ToolTimeout:
                        out = self.give("tool_failure", f); state = "HANDOFF"; continue
                    else:
                        state = "DONE"; out = ("ok", state); continue
                case ("CONFIRM", "no"):
                    missed = 0
                    if p["day"] or p["time"]:
                        for k in ("day", "time"):
                            f[k] = p[k] or f[k]
                        out = ("%(day)s %(time)s?" % f, state); continue
                    f["time"] = None; p = dict.fromkeys(f)
                case _:
                    missed = 0
            for k in f:
                f[k] = f[k] or p[k]
            if not f["day"]:
                state = "ASK_DAY"; out = ("day?", state); continue
            if not f["time"] or (offer_day != f["day"]) or offer is None:
                offer, offer_day = self.search(f["day"]), f["day"]
                if offer is None:
                    out = self.give("tool_failure", f); state = "HANDOFF"; continue
            if f["time"] not in offer:
                f["time"] = None; state = "ASK_TIME"; out = ("free " + " ".join(offer), state)
            elif not f["name"]:
                state = "ASK_NAME"; out = ("name?", state)
            else:
                state = "CONFIRM"; out = ("%(day)s %(time)s %(name)s?" % f, state)
