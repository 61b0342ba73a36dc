"""One class per state; the agent asks the present one."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class State:
    """A state in which something is still missing."""

    def heard(self, agent, intent, new, text):
        if intent == "human":
            return agent.hand_off("user_request")
        if intent == "unknown":
            agent.misses += 1
            return self if agent.misses == 1 else agent.hand_off("not_understood")
        agent.misses = 0
        if intent in ("cancel", "hours"):
            return self
        return self.understood(agent, intent, new)

    def understood(self, agent, intent, new):
        agent.take(new)
        return agent.next()

    def __str__(self):
        return type(self).__name__


class LISTEN(State):
    pass


class ASK_DAY(State):
    pass


class ASK_TIME(State):
    pass


class ASK_NAME(State):
    def heard(self, agent, intent, new, text):
        if intent in ("unknown", "inform") and not new and text.split():
            intent, new = "inform", {"name": text.split()[-1]}
        return super().heard(agent, intent, new, text)


class CONFIRM(State):
    def understood(self, agent, intent, new):
        if intent == "yes":
            return agent.book()
        if not agent.take(new) and intent == "no":
            agent.slots["time"] = None
        return agent.next()


class End(State):
    def heard(self, agent, intent, new, text):
        return self


class DONE(End):
    pass


class HANDOFF(End):
    pass


class VoiceAgent:
    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = LISTEN()
        self.slots = {"day": None, "time": None, "name": None}
        self.offers = None
        self.misses = 0
        self.handoff = None
        self.calls = []

    def handle(self, text):
        self.calls = []
        heard = parse(text)
        intent = heard.pop("intent")
        new = {slot: value for slot, value in heard.items() if value}
        self.state = self.state.heard(self, intent, new, text)
        return {"say": "Yes?", "state": str(self.state), "tool_calls": self.calls}

    def take(self, new):
        """Take new values; return whether one of them differs from what was there."""
        old = dict(self.slots)
        self.slots.update(new)
        if self.slots["day"] != old["day"]:
            self.offers = None
        return self.slots != old

    def next(self):
        if self.slots["day"] is None:
            return ASK_DAY()
        if self.offers is None and not self.search():
            return self.hand_off("tool_failure")
        if not self.offers:
            self.slots["day"] = self.offers = None
            return ASK_DAY()
        if self.slots["time"] not in self.offers:
            self.slots["time"] = None
            return ASK_TIME()
        return CONFIRM() if self.slots["name"] else ASK_NAME()

    def search(self):
        for attempt in range(self.max_retries + 1):
            self.calls.append("find_slots")
            try:
                self.offers = self.api.find_slots(self.slots["day"])
                return True
            except ToolTimeout:
                if attempt < self.max_retries:
                    self.sleep(self.backoff[attempt])
        return False

    def book(self):
        self.calls.append("book")
        try:
            self.api.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolError:
            self.slots["time"] = self.offers = None
            return self.next()
        except ToolTimeout:
            return self.hand_off("tool_failure")
        return DONE()

    def hand_off(self, reason):
        self.handoff = {"reason": reason, "summary": dict(self.slots)}
        return HANDOFF()
