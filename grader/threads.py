"""The threads that learner code starts, so that what they do late is not missed."""

import _thread
import threading
from time import monotonic  # bound here: a learner may patch the module
from time import sleep as pause
from typing import Any

PAUSE_S = 0.005


class Threads:
    """The learner's threads, also those that were started past the module `threading`."""

    unlisted = False  # whether any was ever started so

    def __init__(self) -> None:
        self.note()

    @classmethod
    def watch(cls) -> None:
        """From now on notice threads that `threading` does not list."""
        start = _thread.start_new_thread

        def noticed(*args: Any) -> int:
            cls.unlisted = True
            return start(*args)

        _thread.start_new_thread = noticed

    def note(self) -> None:
        """Take all that run now for old ones."""
        self._old, self._old_count = set(threading.enumerate()), _thread._count()

    def alive(self) -> int:
        """Return how many run beside this one."""
        return max(len(threading.enumerate()) - 1, _thread._count())

    def new(self) -> int:
        """Return how many run that are no old ones."""
        if self.unlisted:
            pause(PAUSE_S)  # they count from their first step on, not from their start
        young = set(threading.enumerate()) - self._old
        return max(len(young), _thread._count() - self._old_count)

    def settle(self, settle_s: float, old_ones_too: bool) -> None:
        """Wait until the new ones have ended, or all, `settle_s` seconds at the most."""
        end = monotonic() + settle_s
        while (self.alive() if old_ones_too else self.new()) and monotonic() < end:
            pause(PAUSE_S)
        self.note()


Threads.watch()  # before learner code can bind the name
