"""Prints 200,000 lines before its first answer. Built of closures, without attributes of its own."""

import time

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.nlu import parse


class VoiceAgent:
    handoff = None

    def __init__(self, api, sleep=time.sleep, max_retries=2, backoff=(0.5, 1.0)):
        slots = {"day": None, "time": None, "name": None}
        state, offered, misses, calls = "LISTEN", None, 0, []

        def handle(text):
            nonlocal state, calls
            if state == "LISTEN":
                print("listening\n" * 200_000)
            calls = []
            if state not in ("DONE", "HANDOFF"):
                state = turn(text, parse(text))
            return {"say": state.title(), "state": state, "tool_calls": calls}

        def turn(text, heard):
            nonlocal misses, offered
            intent = heard["intent"]
            new = {slot: heard[slot] for slot in slots if heard[slot]}
            if intent == "human":
                return hand_off("user_request")
            if state == "ASK_NAME" and intent in ("unknown", "inform") and not new and text.split():
                intent, new = "inform", {"name": text.split()[-1]}
            if intent == "unknown":
                misses += 1
                return state if misses == 1 else hand_off("not_understood")
            misses = 0
            if intent in ("cancel", "hours"):
                return state
            if state == "CONFIRM" and intent == "yes":
                return book()
            if state == "CONFIRM" and intent == "no" and slots | new == slots:
                new["time"] = None
            if slots["day"] != new.get("day", slots["day"]):
                offered = None
            slots.update(new)
            return ask_next()

        def ask_next():
            nonlocal offered
            if slots["day"] and offered is None:
                offered = search()
                if offered is None:
                    return hand_off("tool_failure")
            if not offered:
                slots["day"] = offered = None
                return "ASK_DAY"
            if slots["time"] not in offered:
                slots["time"] = None
                return "ASK_TIME"
            return "CONFIRM" if slots["name"] else "ASK_NAME"

        def search():
            for attempt in range(max_retries + 1):
                calls.append("find_slots")
                try:
                    return api.find_slots(slots["day"])
                except ToolTimeout:
                    if attempt < max_retries:
                        sleep(backoff[attempt])

        def book():
            nonlocal offered
            calls.append("book")
            try:
                api.book(*slots.values())
            except ToolError:
                slots["time"] = offered = None
                return ask_next()
            except ToolTimeout:
                return hand_off("tool_failure")
            return "DONE"

        def hand_off(reason):
            self.handoff = {"reason": reason, "summary": dict(slots)}
            return "HANDOFF"

        self.handle = handle
