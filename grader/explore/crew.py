"""Who plays: this process alone, or as many beside it as there are cores.

Either way portions come back in the order in which they were given out, so that what is found
does not depend on who was quicker.
"""

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Protocol

from grader.explore.round import Portion, Round
from grader.explore.tree import Line
from grader.limits import Limits
from grader.player import Player
from grader.submission import Submission
from voicekit.clock import Clock, SystemClock

AHEAD = 2  # portions that each worker has in hand
PATIENCE_S = 20.0  # for a worker to come to the end of a portion, and to tidy up

Portions = Iterable[Sequence[Line]]
Left = Callable[[], float]


class Crew(Protocol):
    """Whoever can play portions."""

    def play(self, portions: Portions, left_s: Left) -> Generator[Portion, None, None]:
        """Yield what came of each portion, in order."""

    def close(self) -> None:
        """End all processes."""


class Alone:
    """Plays in this process, one dialogue after the other."""

    def __init__(
        self, submission: Submission, limits: Limits, clock: Clock, starter: type | None = None
    ) -> None:
        self._player = Player(submission, limits, clock, starter)
        self._round = Round(self._player, limits, clock)

    def play(self, portions: Portions, left_s: Left) -> Generator[Portion, None, None]:
        """Yield what came of each portion."""
        yield from (self._round.play(lines, left_s()) for lines in portions)

    def close(self) -> None:
        """End the learner's process, and remove its copy of the submission."""
        self._player.close()


class Workers:
    """Plays in processes of its own, one per core. Each has its own copy of the submission."""

    def __init__(self, submission: Submission, limits: Limits, count: int | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._workers = []
        self._in_order = True
        with _ctrl_c_ignored():  # by the workers, for good: this process tells them to stop
            for _ in range(count or cores()):
                ours, theirs = context.Pipe()
                given = (theirs, submission, limits)
                worker = context.Process(target=_work, args=given, daemon=True)
                worker.start()
                theirs.close()
                self._workers.append((worker, ours))

    def play(self, portions: Portions, left_s: Left) -> Generator[Portion, None, None]:
        """Yield what came of each portion, in order, while others are being played.

        Raises:
            RuntimeError: a worker could not go on; what it played is lost.
        """
        given: deque[Connection] = deque()
        lines, turn = iter(portions), 0
        try:
            while True:
                while len(given) < AHEAD * len(self._workers):
                    if (portion := next(lines, None)) is None:
                        break
                    pipe = self._workers[turn % len(self._workers)][1]
                    pipe.send((portion, left_s()))
                    given.append(pipe)
                    turn += 1
                if not given:
                    return
                yield _came(given.popleft())
        except GeneratorExit:
            for pipe in given:  # nobody wants them any more, but they are on their way
                _came(pipe)
            raise
        except BaseException:
            self._in_order = False
            raise

    def close(self) -> None:
        """Let each worker tidy up and end; at once, if the search was broken off."""
        for worker, pipe in self._workers:
            with contextlib.suppress(OSError):
                pipe.send(None)
            if not self._in_order:
                worker.terminate()
        for worker, pipe in self._workers:
            worker.join(PATIENCE_S)
            worker.kill()
            pipe.close()


@contextlib.contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _came(pipe: Connection) -> Portion:
    try:
        came = pipe.recv()
    except EOFError:
        raise RuntimeError("a worker of the search has ended") from None
    if isinstance(came, Portion):
        return came
    raise RuntimeError(f"a worker of the search failed: {came}")


def _work(pipe: Connection, submission: Submission, limits: Limits) -> None:
    """Play portions until none is sent any more, or the grader is gone."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tidies up on the way out
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt), contextlib.ExitStack() as stack:
        player = Player(submission, limits, SystemClock())
        stack.callback(player.close)
        round_ = Round(player, limits, SystemClock())
        stack.callback(round_.close)
        while (job := pipe.recv()) is not None:
            try:
                pipe.send(round_.play(*job))
            except RuntimeError as error:
                pipe.send(str(error))
