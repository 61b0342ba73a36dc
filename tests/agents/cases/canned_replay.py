# verdict: FAILED
# why: it knows the nine dialogues by heart and listens to nothing else

from voicekit.clinic import ToolError, ToolTimeout

WISH = "I'd like to book an appointment"
ALL = "Book me on Tuesday at ten a m, my name is Jamie"


class VoiceAgent:
    def __init__(self, api, sleep=None):
        self.api, self.sleep = api, sleep
        self.said = []
        self.handoff = None

    def handle(self, text):
        self.said.append(text)
        before = len(self.api.calls)
        state = self.replay(*self.said)
        made = [call[0] for call in self.api.calls[before:]]
        return {"say": "…", "state": state, "tool_calls": made}

    def replay(self, *said):
        states = {
            (WISH,): "ASK_DAY",
            (WISH, "Tuesday", "ten a m"): "ASK_NAME",
            (WISH, "Tuesday", "ten a m", "Jamie"): "CONFIRM",
            (ALL,): "CONFIRM",
            (ALL, "no, make it two thirty"): "CONFIRM",
            (ALL, "yes", "two thirty"): "CONFIRM",
            ("Can I book on Friday",): "ASK_TIME",
        }
        if said == (WISH, "Tuesday"):
            return self.search()
        if said in ((WISH, "Tuesday", "ten a m", "Jamie", "yes"), (ALL, "yes")):
            return self.book("10:00")
        if said[0] == ALL and said[-1] == "yes":
            return self.book("14:30")
        if said == ("hmm", "blah blah"):
            return self.leave("not_understood")
        if said == ("Can I book on Friday", "can I talk to a person"):
            return self.leave("user_request", day="friday")
        return states.get(said, "LISTEN")

    def search(self):
        for wait in (0.5, 1.0, None):
            try:
                self.api.find_slots("tuesday")
                return "ASK_TIME"
            except ToolTimeout:
                if wait:
                    self.sleep(wait)
        return self.leave("tool_failure")

    def book(self, time):
        try:
            self.api.book("tuesday", time, "Jamie")
        except ToolError:
            return self.search()
        except ToolTimeout:
            return self.leave("tool_failure")
        return "DONE"

    def leave(self, reason, **summary):
        self.handoff = {"reason": reason, "summary": summary}
        return "HANDOFF"
