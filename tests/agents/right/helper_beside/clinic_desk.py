"""What the agent asks of the clinic's tools."""

from voicekit.clinic import ToolTimeout


class SearchFailed(Exception):
    pass


class Desk:
    def __init__(self, api, sleep, max_retries, backoff):
        self.api = api
        self.sleep = sleep
        self.waits = list(backoff)[:max_retries]
        self.day = self.offer = None
        self.used = []

    def begin_turn(self):
        self.used = []

    def free(self, day):
        if self.offer is None or self.day != day:
            self.offer = self.search(day)
            self.day = day
        return self.offer

    def search(self, day):
        for wait in [*self.waits, None]:
            self.used.append("find_slots")
            try:
                return self.api.find_slots(day)
            except ToolTimeout as error:
                if wait is None:
                    raise SearchFailed from error
                self.sleep(wait)

    def book(self, day, time, name):
        self.offer = None  # whatever comes of it, the list is out of date
        self.used.append("book")
        self.api.book(day, time, name)
