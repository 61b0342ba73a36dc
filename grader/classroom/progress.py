"""The line that shows on a terminal how far a class is."""

from typing import TextIO

from grader.classroom.words import tell
from voicekit.clock import Clock

WIDTH = 79
BAR = 30  # characters


class Progress:
    """How many are done. Without a stream it is silent.

    Args:
        total: all there are.
        done: those that were done before.
    """

    def __init__(self, stream: TextIO | None, clock: Clock, total: int, done: int) -> None:
        self._stream = stream
        self._clock = clock
        self._total = total
        self._before = self.done = done
        self._passed = 0
        self._start_s = clock.monotonic()
        self._show()

    def add(self, is_passed: bool) -> None:
        """Count one more."""
        self.done += 1
        self._passed += is_passed
        self._show()

    def clear(self) -> None:
        """Take the line away."""
        if self._stream:
            print("\r" + " " * WIDTH, end="\r", file=self._stream, flush=True)

    def _show(self) -> None:
        if self._stream:
            share = self.done / self._total if self._total else 1.0
            bar = "#" * int(BAR * share)
            values = {"done": self.done, "total": self._total, "passed": self._passed}
            told = tell("progress", left=self._left(), **values)
            self._stream.write("\r" + f"[{bar:.<{BAR}}] {told}"[:WIDTH].ljust(WIDTH))
            self._stream.flush()

    def _left(self) -> str:
        """Return how long it may still take, as far as that can be known."""
        now = self.done - self._before
        if not now:
            return tell("time unknown")
        left_s = (self._clock.monotonic() - self._start_s) / now * (self._total - self.done)
        if left_s < 60:
            return tell("seconds left", seconds=int(left_s))
        return tell("minutes left", minutes=round(left_s / 60))
