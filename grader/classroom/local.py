"""Grades on this computer, in half as many processes again as there are cores, and one more.

More than cores, since a submission that hangs only waits: with one in fifty of that kind, two cores
grade a class a third faster with four processes than with two (`benchmarks/class_grading.py`). Not
many more, since each gets less of a core then, and a slow agent has two seconds for a turn.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from grader.classroom.hands import Hands
from grader.classroom.parcel import Parcel
from grader.classroom.work import Result
from grader.explore.crew import cores

AHEAD = 1  # parcels that are packed before anybody has time for them


class Pool(Protocol):
    """Whoever grades parcels."""

    def room(self) -> int:
        """Return how many parcels it takes at once."""

    def submit(self, parcel: Parcel) -> "Future[Result]":
        """Grade a parcel; an exception of the future means that it was not graded."""

    def close(self) -> None:
        """End everything; what was not graded yet is dropped."""


class Local:
    """A pool of processes, each watched by a thread."""

    def __init__(self, workers: int = 0, hands: Hands | None = None) -> None:
        self._workers = workers or cores() * 3 // 2 + 1
        self._hands = hands or Hands()
        self._threads = ThreadPoolExecutor(self._workers)

    def room(self) -> int:
        return self._workers + AHEAD

    def submit(self, parcel: Parcel) -> "Future[Result]":
        return self._threads.submit(self._hands.grade, parcel)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._hands.close()
        self._threads.shutdown(wait=True)
