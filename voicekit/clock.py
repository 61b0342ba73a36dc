"""Time that is passed in. Whatever waits takes a `sleep`; whatever measures takes a `Clock`."""

import time
from typing import Protocol


class Clock(Protocol):
    """What code that measures or waits may ask of time. All figures are seconds."""

    def monotonic(self) -> float:
        """Return seconds since some fixed moment; it never goes back."""

    def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""


class SystemClock:
    """The real clock: waiting here really waits."""

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class FakeClock:
    """A clock whose waits cost nothing and are written down.

    Example:
        >>> clock = FakeClock()
        >>> clock.sleep(0.5); clock.sleep(1.0)
        >>> clock.waits, clock.monotonic()
        ([0.5, 1.0], 1.5)
    """

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s
        self.waits: list[float] = []  # seconds, in the order they were asked for

    def monotonic(self) -> float:
        return self._now_s

    def sleep(self, seconds: float) -> None:
        """Write the wait down and move the clock on.

        Raises:
            ValueError: `seconds` is negative, as with `time.sleep`; the clock did not move.
        """
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.waits.append(seconds)
        self._now_s += seconds
