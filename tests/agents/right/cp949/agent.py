# -*- coding: cp949 -*-
"""한국어 윈도우 편집기로 저장한 파일: cp949라고 첫 줄에 밝혔다."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

말 = {
    "LISTEN": "무엇을 도와드릴까요?",
    "ASK_DAY": "무슨 요일로 할까요?",
    "ASK_TIME": "몇 시로 할까요?",
    "ASK_NAME": "성함이 어떻게 되세요?",
    "CONFIRM": "이대로 예약할까요?",
    "DONE": "예약했습니다.",
    "HANDOFF": "담당자에게 연결합니다.",
}


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api, self.sleep = api, sleep
        self.max_retries, self.backoff = max_retries, backoff
        self.state, self.handoff = "LISTEN", None
        self.day, self.time, self.name = None, None, None
        self.offered, self.misses = None, 0

    def handle(self, text):
        self.tools = []
        if self.state not in ("DONE", "HANDOFF"):
            self.state = self.decide(text, parse(text))
        return {"say": 말[self.state], "state": self.state, "tool_calls": self.tools}

    def decide(self, text, p):
        # 사람을 찾으면 바로 넘긴다
        if p["intent"] == "human":
            return self.hand_off("user_request")
        # 이름 차례: 파서가 놓친 이름은 마지막 단어다
        if self.state == "ASK_NAME" and p["intent"] in ("unknown", "inform") and text.split():
            if (p["day"], p["time"], p["name"]) == (None, None, None):
                p["intent"], p["name"] = "inform", text.split()[-1]
        if p["intent"] == "unknown":
            self.misses += 1
            return self.hand_off("not_understood") if self.misses == 2 else self.state
        self.misses = 0
        if p["intent"] in ("cancel", "hours"):
            return self.state
        if self.state == "CONFIRM" and p["intent"] == "yes":
            return self.book()
        old = (self.day, self.time, self.name)
        self.day, self.time, self.name = (
            p["day"] or self.day,
            p["time"] or self.time,
            p["name"] or self.name,
        )
        if self.day != old[0]:
            self.offered = None
        if self.state == "CONFIRM" and p["intent"] == "no":
            if old == (self.day, self.time, self.name):
                self.time = None
        return self._next()

    def _next(self):
        if self.day is None:
            return "ASK_DAY"
        for attempt in range(self.max_retries + 1):
            if self.offered is not None:
                break
            self.tools.append("find_slots")
            try:
                self.offered = self.api.find_slots(self.day)
            except ToolTimeout:
                if attempt == self.max_retries:
                    return self.hand_off("tool_failure")
                self.sleep(self.backoff[attempt])
        if self.offered == []:
            self.day = self.offered = None
            return "ASK_DAY"
        if self.time not in self.offered:
            self.time = None
            return "ASK_TIME"
        return "CONFIRM" if self.name else "ASK_NAME"

    def book(self):
        self.tools.append("book")
        try:
            self.api.book(self.day, self.time, self.name)
        except ToolError:
            self.time = self.offered = None
            return self._next()
        except ToolTimeout:
            return self.hand_off("tool_failure")
        return "DONE"

    def hand_off(self, reason):
        self.handoff = {"reason": reason, "summary": {}}
        for slot in ("day", "time", "name"):
            self.handoff["summary"][slot] = getattr(self, slot)
        return "HANDOFF"
