# breaks: books what was not offered
# shortest: 3
# mistake: whatever time is said is taken, offered or not; as a function and its closure
import time
from types import SimpleNamespace
from voicekit.clinic import ToolError as Refused, ToolTimeout as Late
from voicekit.nlu import parse

def VoiceAgent(api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
    me = SimpleNamespace(handoff=None)
    state, unk = "LISTEN", 0
    v = {}
    def off(why):
        nonlocal state
        state = "HANDOFF"; me.handoff = {"reason": why, "summary": v}
        return "off"
    def search(k=0):
        try:
            return api.find_slots(v["day"])
        except Late:
            if k == max_retries: return None
            sleep(backoff[k])
            return search(k + 1)
    def ask():
        nonlocal state
        if "day" not in v: state = "ASK_DAY"
        elif "time" not in v:
            offer = search()
            if offer is None: return off("tool_failure")
            state = "ASK_TIME"; return " ".join(offer)
        elif "name" not in v: state = "ASK_NAME"
        else: state = "CONFIRM"
        return state
    def turn(text):
        nonlocal state, unk
        if state in ("HANDOFF", "DONE"): return ""
        p = parse(text); i = p["intent"]
        p = {k: p[k] for k in ("day", "time", "name") if p[k]}
        if i == "human": return off("user_request")
        if state == "ASK_NAME" and "name" not in p and text.split():
            p["name"] = text.split()[-1]; i = "inform"
        if i == "unknown":
            unk += 1
            return off("not_understood") if unk == 2 else "again"
        unk = 0
        if state == "CONFIRM":
            if i == "yes":
                try: api.book(v["day"], v["time"], v["name"])
                except Refused: del v["time"]; return ask()
                except Late: return off("tool_failure")
                state = "DONE"; return "ok"
            if i == "no":
                p.pop("name", None)
                if p: v.update(p)
                else: del v["time"]
            return ask()
        v.update({**p, **v})
        return ask()
    def handle(text):
        n = len(api.calls)
        t = turn(text)
        return {"say": t, "state": state, "tool_calls": [c[0] for c in api.calls[n:]]}
    me.handle = handle
    return me
