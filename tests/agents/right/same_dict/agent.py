"""Keeps everything in one dict, which is changed and returned every turn."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep = api, sleep
        self.max_retries, self.backoff = max_retries, backoff
        self.handoff = None
        self.me = {"say": "", "state": "LISTEN", "tool_calls": [], "misses": 0}

    def handle(self, text):
        me = self.me
        me["tool_calls"].clear()
        if me["state"] in ("DONE", "HANDOFF"):
            return me
        heard = parse(text)
        known = {slot: heard[slot] for slot in ("day", "time", "name") if heard[slot]}
        if heard["intent"] == "human":
            self.leave("user_request")
        elif me["state"] == "ASK_NAME" and self.could_be_a_name(text, heard["intent"], known):
            self.take({"name": text.split()[-1]})
        elif heard["intent"] == "unknown":
            me["misses"] += 1
            me["say"] = "Sorry?"
            if me["misses"] == 2:
                self.leave("not_understood")
        elif heard["intent"] in ("cancel", "hours"):
            me["misses"] = 0
            me["say"] = "Please ask somebody else."
        elif me["state"] == "CONFIRM" and heard["intent"] == "yes":
            self.book()
        elif me["state"] == "CONFIRM" and heard["intent"] == "no" and known.items() <= me.items():
            me.pop("time")
            self.take({})
        else:
            self.take(known)
        return me

    @staticmethod
    def could_be_a_name(text, intent, known):
        return intent in ("unknown", "inform") and not known and bool(text.split())

    def take(self, known):
        me = self.me
        me["misses"] = 0
        if known.get("day", me.get("day")) != me.get("day"):
            me.pop("free", None)
        me.update(known)
        if "day" in me and "free" not in me and not self.search():
            return self.leave("tool_failure")
        if me.get("free") == []:
            del me["day"], me["free"]
        if "free" in me and me.get("time") not in me["free"]:
            me.pop("time", None)
        missing = [s for s in ("day", "time", "name") if s not in me or (s == "time" and "day" not in me)]
        me["state"] = "ASK_" + missing[0].upper() if missing else "CONFIRM"
        me["say"] = f"{missing[0]}?" if missing else f"{me['day']} {me['time']} {me['name']}?"

    def search(self):
        for attempt in range(self.max_retries + 1):
            self.me["tool_calls"].append("find_slots")
            try:
                self.me["free"] = self.api.find_slots(self.me["day"])
                return True
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return False

    def book(self):
        me = self.me
        me["misses"] = 0
        me["tool_calls"].append("book")
        try:
            self.api.book(me["day"], me["time"], me["name"])
        except ToolError:
            del me["time"], me["free"]
            self.take({})
        except ToolTimeout:
            self.leave("tool_failure")
        else:
            me["state"], me["say"] = "DONE", "Booked."

    def leave(self, reason):
        summary = {slot: self.me.get(slot) for slot in ("day", "time", "name")}
        self.handoff = {"reason": reason, "summary": summary}
        self.me.update(state="HANDOFF", say="One moment.")
