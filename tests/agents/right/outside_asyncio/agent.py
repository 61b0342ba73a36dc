import asyncio, time, sys, logging
from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse
logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger("agent")
print("agent module loaded", file=sys.stderr)

class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep, self.max_retries, self.backoff = api, sleep, max_retries, backoff
        self.ctx = {"state": "LISTEN", "slots": {}, "unk": 0}
        self.handoff = None
        print("new agent")
    def handle(self, text):
        print("heard", text)
        return asyncio.run(self.ahandle(text))
    async def tool(self, name, *args):
        self.used.append(name)
        return await asyncio.to_thread(getattr(self.api, name), *args)
    async def ahandle(self, text):
        self.used = []
        say = await self.turn(text)
        log.debug("say %s", say)
        return {"say": say, "state": self.ctx["state"], "tool_calls": self.used}
    async def finish(self, why):
        self.ctx["state"] = "HANDOFF"
        self.handoff = {"reason": why, "summary": {k: self.ctx["slots"].get(k) for k in ("day", "time", "name")}}
        return "human"
    async def turn(self, text):
        c = self.ctx; s = c["slots"]
        if c["state"] in ("DONE", "HANDOFF"): return "."
        p = parse(text); it = p.pop("intent")
        if it == "human": return await self.finish("user_request")
        got = {k: v for k, v in p.items() if v}
        if c["state"] == "ASK_NAME" and it in ("inform", "unknown") and not got and text.strip():
            got = {"name": text.split()[-1]}; it = "inform"
        if it == "unknown":
            c["unk"] += 1
            if c["unk"] >= 2: return await self.finish("not_understood")
            return "sorry?"
        c["unk"] = 0
        if c["state"] == "CONFIRM" and it == "yes":
            try: await self.tool("book", s["day"], s["time"], s["name"])
            except ToolError:
                del s["time"]; return await self._next()
            except ToolTimeout: return await self.finish("tool_failure")
            c["state"] = "DONE"; return "done"
        if c["state"] == "CONFIRM" and it == "no" and not got: s.pop("time")
        s.update(got)
        return await self._next()
    async def _next(self):
        c = self.ctx; s = c["slots"]
        if "day" not in s: c["state"] = "ASK_DAY"; return "day"
        for a in range(self.max_retries + 1):      # searches every time
            try: offer = await self.tool("find_slots", s["day"]); break
            except ToolTimeout:
                if a < self.max_retries: self.sleep(self.backoff[a])
        else: return await self.finish("tool_failure")
        if s.get("time") not in offer:
            s.pop("time", None); c["state"] = "ASK_TIME"; return repr(offer)
        c["state"] = "CONFIRM" if "name" in s else "ASK_NAME"
        return "ok?"
