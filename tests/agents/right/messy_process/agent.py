"""Changes the process it runs in: folder, environment, locale, signals, limits, warnings, random."""

import locale
import os
import random
import signal
import sys
import tempfile
import time
import warnings

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

os.chdir(tempfile.gettempdir())
os.environ["LANG"] = "C"
os.environ.pop("HOME", None)
os.umask(0o777)
locale.setlocale(locale.LC_ALL, "C")
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.setrecursionlimit(5000)
sys.path.clear()
sys.argv[:] = ["agent"]
warnings.simplefilter("error")
random.seed(1)


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.day = self.time = self.name = self.offered = self.handoff = None
        self.misses = 0

    def handle(self, text):
        self.tool_calls = []
        if self.state not in ("DONE", "HANDOFF"):
            heard = parse(text)
            said = (heard["day"], heard["time"], heard["name"])
            self.respond(heard["intent"], said, text.split())
        say = random.choice(["Well.", "So."])
        return {"say": say, "state": self.state, "tool_calls": self.tool_calls}

    def respond(self, intent, said, words):
        maybe_name = self.state == "ASK_NAME" and intent in ("unknown", "inform")
        if intent == "human":
            return self.leave("user_request")
        if maybe_name and words and not any(said):
            intent, said = "inform", (None, None, words[-1])
        if intent == "unknown":
            self.misses += 1
            return self.leave("not_understood") if self.misses == 2 else None
        self.misses = 0
        if intent in ("cancel", "hours"):
            return None
        if self.state == "CONFIRM" and intent == "yes":
            return self.book()
        before = (self.day, self.time, self.name)
        after = tuple(new or old for new, old in zip(said, before))
        if self.state == "CONFIRM" and intent == "no" and before == after:
            after = (self.day, None, self.name)
        self.day, self.time, self.name = after
        if self.day != before[0]:
            self.offered = None
        self._next()

    def _next(self):
        if self.day and self.offered is None and not self.search():
            return self.leave("tool_failure")
        if not self.offered:
            self.day = self.offered = None
            self.state = "ASK_DAY"
        elif self.time not in self.offered:
            self.time = None
            self.state = "ASK_TIME"
        else:
            self.state = "CONFIRM" if self.name else "ASK_NAME"

    def search(self):
        for wait in [0, *self.backoff[: self.max_retries]]:
            if wait:
                self.sleep(wait)
            self.tool_calls.append("find_slots")
            try:
                self.offered = self.api.find_slots(self.day)
                return True
            except ToolTimeout:
                pass
        return False

    def book(self):
        self.tool_calls.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
            self.state = "DONE"
        except ToolError:
            self.time = self.offered = None
            self._next()
        except ToolTimeout:
            self.leave("tool_failure")

    def leave(self, reason):
        self.state = "HANDOFF"
        summary = {"day": self.day, "time": self.time, "name": self.name}
        self.handoff = {"reason": reason, "summary": summary}
