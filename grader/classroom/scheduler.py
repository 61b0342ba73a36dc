"""Grades on other machines, through a Dask scheduler. All of them need the same lab, it, too.

A submission is sent as bytes and comes back as a dict; a Dask worker gives it to a process of its
own, as on one computer. A submission whose worker is lost goes to another one. Dask asks nobody who
they are: whoever reaches the scheduler can run code there.
"""

import importlib
import sys
from concurrent.futures import Future
from functools import cache
from typing import Any

from grader.classroom.dispatch import Mismatch
from grader.classroom.hands import Hands
from grader.classroom.ledger import lab
from grader.classroom.local import AHEAD
from grader.classroom.parcel import Parcel
from grader.classroom.words import tell
from grader.classroom.work import Result

CONNECT_S, WORKERS_S = 10.0, 30.0

our_lab = cache(lab)
_hands = cache(Hands)  # of a Dask worker: its processes are used again


def graded_there(parcel: Parcel) -> Result:
    """Grade a parcel on a Dask worker. Raises Lost, or Mismatch."""
    if parcel.options["lab"] != our_lab():
        raise Mismatch(tell("other lab", names="a worker"))
    return _hands().grade(parcel)


class Dask:
    """A pool on a cluster.

    Raises:
        Mismatch: it can't be used; nothing was sent.
    """

    def __init__(self, address: str, due: str) -> None:
        self._client = _client(address)
        try:
            _check_labs(self._client, address, due)
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)

    def room(self) -> int:
        """As many as the cluster has threads now: machines come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values())) + AHEAD

    def submit(self, parcel: Parcel) -> "Future[Result]":
        future: Future[Result] = self._executor.submit(graded_there, parcel)
        return future

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()


def _client(address: str) -> Any:
    try:
        # By name: grading needs nothing but Python, and this is only for who wants it.
        distributed = importlib.import_module("distributed")
    except ModuleNotFoundError:
        raise Mismatch(tell("no distributed", python=sys.executable)) from None
    try:
        return distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error) or type(error).__name__
        raise Mismatch(tell("no scheduler", address=address, why=why)) from None


def _check_labs(client: Any, address: str, due: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKERS_S)
    except TimeoutError:
        raise Mismatch(tell("no scheduler", address=address, why="no worker")) from None
    try:
        labs = {address: client.run_on_scheduler(lab), **client.run(lab)}
    except Exception as error:  # Dask has one for it only in some versions
        raise Mismatch(tell("no lab", why=error)) from None
    if others := [name for name, found in labs.items() if found != due]:
        raise Mismatch(tell("other lab", names=", ".join(sorted(others))))
