"""handle is plain, but runs a coroutine with asyncio.run."""

import asyncio
import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = "LISTEN"
        self.day = self.time = self.name = None
        self.offered = None
        self.misses = 0
        self.handoff = None
        self.tool_calls = []

    def handle(self, text):
        self.tool_calls = []
        say = asyncio.run(self.turn(text))
        return {"say": say, "state": self.state, "tool_calls": self.tool_calls}

    async def turn(self, text):
        await asyncio.sleep(0)
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        heard = parse(text)
        intent = heard["intent"]
        if intent == "human":
            return await self.hand_off("user_request")
        if self.state == "ASK_NAME" and intent in ("unknown", "inform") and text.split():
            if heard["day"] is heard["time"] is heard["name"] is None:
                intent, heard["name"] = "inform", text.split()[-1]
        if intent == "unknown":
            self.misses += 1
            if self.misses == 2:
                return await self.hand_off("not_understood")
            return "Sorry?"
        self.misses = 0
        if intent in ("cancel", "hours"):
            return "I only make bookings."
        if self.state == "CONFIRM" and intent == "yes":
            return await self.book()
        before = (self.day, self.time, self.name)
        self.day, self.time, self.name = (
            heard["day"] or self.day,
            heard["time"] or self.time,
            heard["name"] or self.name,
        )
        if self.day != before[0]:
            self.offered = None
        if self.state == "CONFIRM" and intent == "no" and before == (self.day, self.time, self.name):
            self.time = None
        return await self._next()

    async def _next(self):
        if not self.day:
            self.state = "ASK_DAY"
            return "What day?"
        if self.offered is None:
            try:
                self.offered = await self.search()
            except ToolTimeout:
                return await self.hand_off("tool_failure")
        if not self.offered:
            self.day = self.offered = None
            return await self._next()
        if self.time not in self.offered:
            self.time = None
            self.state = "ASK_TIME"
            return "I have " + " and ".join(self.offered)
        self.state = "CONFIRM" if self.name else "ASK_NAME"
        return f"{self.day} {self.time} {self.name}"

    async def search(self):
        for attempt in range(self.max_retries):
            try:
                return await self.call("find_slots", self.day)
            except ToolTimeout:
                self.sleep(self.backoff[attempt])
        return await self.call("find_slots", self.day)

    async def call(self, tool, *args):
        self.tool_calls.append(tool)
        return getattr(self.api, tool)(*args)

    async def book(self):
        try:
            await self.call("book", self.day, self.time, self.name)
        except ToolError:
            self.time = self.offered = None
            return await self._next()
        except ToolTimeout:
            return await self.hand_off("tool_failure")
        self.state = "DONE"
        return "It's booked."

    async def hand_off(self, reason):
        self.state = "HANDOFF"
        self.handoff = {
            "reason": reason,
            "summary": {"day": self.day, "time": self.time, "name": self.name},
        }
        return "Please wait for a colleague."
