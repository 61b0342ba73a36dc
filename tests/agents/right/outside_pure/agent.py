"""Pure step function: (state, event) -> (state, effects)."""
import time
from typing import NamedTuple, Optional
from voicekit.clinic import ClinicAPI, ToolTimeout, ToolError
from voicekit.nlu import parse

class St(NamedTuple):
    state: str = "LISTEN"; day: Optional[str] = None; time: Optional[str] = None; name: Optional[str] = None
    offered: Optional[tuple] = None; misses: int = 0; reason: Optional[str] = None

def hear(st, text):
    p = parse(text); i = p["intent"]
    if st.state in ("DONE", "HANDOFF"): return st, None
    if i == "human": return st._replace(state="HANDOFF", reason="user_request"), None
    if st.state == "ASK_NAME" and i in ("unknown", "inform") and text.split() and not (p["day"] or p["time"] or p["name"]):
        return st._replace(name=text.split()[-1].title(), misses=0), "next"
    if i == "unknown":
        return (st._replace(state="HANDOFF", reason="not_understood") if st.misses else st._replace(misses=1)), None
    st = st._replace(misses=0)
    if i in ("cancel", "hours"): return st, None
    if st.state == "CONFIRM" and i == "yes": return st, "book"
    if st.state == "CONFIRM" and i == "no" and not (p["day"] or p["time"]): return st._replace(time=None, offered=None), "next"
    if p["day"] and p["day"] != st.day: st = st._replace(offered=None)
    return st._replace(**{k: p[k] for k in ("day", "time", "name") if p[k]}), "next"

def nxt(st):
    if not st.day: return st._replace(state="ASK_DAY"), None
    if st.offered is None: return st, "search"
    if not st.time or st.time not in st.offered: return st._replace(state="ASK_TIME", time=None), None
    if not st.name: return st._replace(state="ASK_NAME"), None
    return st._replace(state="CONFIRM"), None

class VoiceAgent:
    def __init__(self, api: ClinicAPI, sleep=time.sleep, max_retries: int = 2, backoff=(0.5, 1.0)):
        self.api, self.sleep, self.max_retries, self.backoff, self.st = api, sleep, max_retries, backoff, St()
    def __getattr__(self, n):
        if n == "handoff":
            s = self.st
            return {"reason": s.reason, "summary": {"day": s.day, "time": s.time, "name": s.name}} if s.reason else None
        raise AttributeError(n)
    def handle(self, text):
        tools = []
        st, eff = hear(self.st, text)
        while eff:
            if eff == "next": st, eff = nxt(st)
            elif eff == "search":
                for k in range(self.max_retries + 1):
                    tools.append("find_slots")
                    try: st, eff = st._replace(offered=tuple(self.api.find_slots(st.day))), "next"; break
                    except ToolTimeout:
                        if k < self.max_retries: self.sleep(self.backoff[k])
                else: st, eff = st._replace(state="HANDOFF", reason="tool_failure"), None
            elif eff == "book":
                tools.append("book")
                try: self.api.book(st.day, st.time, st.name); st, eff = st._replace(state="DONE"), None
                except ToolError: st, eff = st._replace(time=None, offered=None), "next"
                except ToolTimeout: st, eff = st._replace(state="HANDOFF", reason="tool_failure"), None
        self.st = st
        return {"say": f"{st}", "state": st.state, "tool_calls": tools}
