"""日本語の名前と発話で書いたエージェント。"""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse

質問 = {
    "LISTEN": "ご用件をどうぞ。",
    "ASK_DAY": "何曜日がよろしいですか?",
    "ASK_TIME": "何時がよろしいですか?",
    "ASK_NAME": "お名前をどうぞ。🦷",
    "CONFIRM": "よろしいですか?",
    "DONE": "予約しました。",
    "HANDOFF": "担当者におつなぎします。\ud83e と \x00 と \u2028 も言えます。",
}


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.最大 = max_retries
        self.待ち時間 = backoff
        self.状態 = "LISTEN"
        self.項目 = {"day": None, "time": None, "name": None}
        self.空き = None
        self.聞き取れない = 0
        self.handoff = None

    def handle(self, text):
        self.呼出 = []
        if self.状態 not in ("DONE", "HANDOFF"):
            self.状態 = self.進む(text)
        return {"say": 質問[self.状態], "state": self.状態, "tool_calls": self.呼出}

    def 進む(self, 発言):
        結果 = parse(発言)
        意図 = 結果["intent"]
        値 = {名: 結果[名] for 名 in self.項目 if 結果[名]}
        if 意図 == "human":
            return self.引き継ぐ("user_request")
        if self.状態 == "ASK_NAME" and 意図 in ("unknown", "inform") and not 値 and 発言.split():
            意図, 値 = "inform", {"name": 発言.split()[-1]}
        if 意図 == "unknown":
            self.聞き取れない += 1
            return self.状態 if self.聞き取れない == 1 else self.引き継ぐ("not_understood")
        self.聞き取れない = 0
        if 意図 in ("cancel", "hours"):
            return self.状態
        if self.状態 == "CONFIRM" and 意図 == "yes":
            return self.予約()
        if self.状態 == "CONFIRM" and 意図 == "no" and self.項目 | 値 == self.項目:
            値 = {"time": None}
        if 値.get("day", self.項目["day"]) != self.項目["day"]:
            self.空き = None
        self.項目 |= 値
        return self._next()

    def _next(self):
        if not self.項目["day"]:
            return "ASK_DAY"
        if self.空き is None and not self.探す():
            return self.引き継ぐ("tool_failure")
        if not self.空き:
            self.項目["day"] = self.空き = None
            return "ASK_DAY"
        if self.項目["time"] not in self.空き:
            self.項目["time"] = None
            return "ASK_TIME"
        return "CONFIRM" if self.項目["name"] else "ASK_NAME"

    def 探す(self):
        for 回 in range(self.最大 + 1):
            self.呼出.append("find_slots")
            try:
                self.空き = self.api.find_slots(self.項目["day"])
                return True
            except ToolTimeout:
                if 回 < self.最大:
                    self.sleep(self.待ち時間[回])
        return False

    def 予約(self):
        self.呼出.append("book")
        try:
            self.api.book(**self.項目)
        except ToolError:
            self.項目["time"] = self.空き = None
            return self._next()
        except ToolTimeout:
            return self.引き継ぐ("tool_failure")
        return "DONE"

    def 引き継ぐ(self, 理由):
        self.handoff = {"reason": 理由, "summary": dict(self.項目)}
        return "HANDOFF"
