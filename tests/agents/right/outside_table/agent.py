import time, functools
import voicekit.clinic as C, voicekit.nlu as N
ORDER = ("day", "time", "name")
class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.__dict__.update(locals()); del self.__dict__["self"]
        self.state, self.unk, self.f, self.offered = "LISTEN", 0, dict.fromkeys(ORDER), ()
        self.table = {
            "human": lambda p: self.bye("user_request"), "unknown": self.unknown,
            "yes": self.yes, "no": self.no,
            "cancel": self.other, "hours": self.other, "book": self.fill, "inform": self.fill}
    def handle(self, text):
        if self.state in ("DONE", "HANDOFF"):
            return {"say": "-", "state": self.state, "tool_calls": []}
        n = len(self.api.calls); p = N.parse(text)
        if self.state == "ASK_NAME" and p["intent"] != "human" and not p["name"]:
            p.update(name=text.split()[-1], intent="inform", day=None, time=None)
        if p["intent"] != "unknown": self.unk = 0
        say = self.table[p["intent"]](p)
        return {"say": say, "state": self.state, "tool_calls": tuple(tuple(c) for c in self.api.calls[n:])}
    def bye(self, r):
        self.handoff = {"reason": r, "summary": {k: v for k, v in self.f.items() if v is not None}, "extra": 1}
        self.state = "HANDOFF"; return "bye"
    def unknown(self, p):
        self.unk += 1
        return self.bye("not_understood") if self.unk == 2 else "pardon"
    def other(self, p): return "we are open nine to five"
    def yes(self, p):
        if self.state != "CONFIRM": return self.fill(p)
        try: self.api.book(*[self.f[k] for k in ORDER])
        except (C.ToolTimeout, C.ToolError) as e:
            if isinstance(e, C.ToolTimeout): return self.bye("tool_failure")
            self.f["time"] = None; return self.search()
        self.state = "DONE"; return "ok"
    def no(self, p):
        if self.state != "CONFIRM": return self.fill(p)
        new = {k: p[k] for k in ("time", "day") if p[k]}
        if new: self.f |= new; return "%(day)s at %(time)s for %(name)s, yes?" % self.f
        self.f["time"] = None; return self.search()
    def fill(self, p):
        if self.state == "CONFIRM": return "yes or no please"
        for k in ORDER:
            if p[k] and not self.f[k]: self.f[k] = p[k]
        return self._next()
    def search(self):
        a = 0
        while a <= self.max_retries:
            try:
                self.offered = self.api.find_slots(self.f["day"]); break
            except C.ToolTimeout:
                if a < self.max_retries: self.sleep(self.backoff[a])
                a += 1
        else: return self.bye("tool_failure")
        self.state = "ASK_TIME"; return "free: " + ", ".join(self.offered)
    def _next(self):
        f = self.f
        if not f["day"]: self.state = "ASK_DAY"; return "?"
        if not f["time"]: return self.search()
        if self.offered and f["time"] not in self.offered: f["time"] = None; return self.search()
        if not f["name"]: self.state = "ASK_NAME"; return "?"
        self.state = "CONFIRM"; return "?"
