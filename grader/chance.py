"""What changes from one run of a program to the next, chosen by the grader instead.

A *world* is such a choice: an agent that does one thing in world 1 and another in world 2 depends
on chance, and its verdict would too. `HASH_SEED` of the environment is part of it.
"""

import datetime
import random
import time
from typing import Any

SHIFT_S = 100_000  # more than a day, so that the weekday is another


def settle(world: int) -> None:
    """Make this process one of a world: its random numbers, and in the second one its clock."""
    random.seed(world)
    if world != 1:
        _shift()


def environment(world: int) -> dict[str, str]:
    """Return what an interpreter of that world has to be started with."""
    return {"PYTHONHASHSEED": str(world)}


def _shift() -> None:
    """Let the wall clock be `SHIFT_S` seconds ahead; `date.today` asks `time.time` itself."""
    now, now_ns = time.time, time.time_ns
    local, universal = time.localtime, time.gmtime
    changed: dict[str, Any] = {
        "time": lambda: now() + SHIFT_S,
        "time_ns": lambda: now_ns() + SHIFT_S * 10**9,
        "localtime": lambda secs=None: local(now() + SHIFT_S if secs is None else secs),
        "gmtime": lambda secs=None: universal(now() + SHIFT_S if secs is None else secs),
    }
    for name, function in changed.items():
        setattr(time, name, function)
    setattr(datetime, "datetime", _Shifted)  # noqa: B010  # a plain assignment is a type error


class _Shifted(datetime.datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> "_Shifted":
        return super().now(tz) + datetime.timedelta(seconds=SHIFT_S)

    @classmethod
    def utcnow(cls) -> "_Shifted":
        return cls.now(datetime.UTC).replace(tzinfo=None)
