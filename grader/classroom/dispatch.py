"""Sends parcels out, a few at a time, and hands on what comes back, as it comes."""

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass

from grader.classroom.intake import Found
from grader.classroom.local import Pool
from grader.classroom.parcel import Parcel
from grader.classroom.work import Result

TRIES = 2


class Mismatch(Exception):
    """Another lab grades than the one that asks for it. The caller knows: nothing is graded."""


@dataclass
class _Sent:
    """A submission that is being graded. Its files are not kept here."""

    found: Found
    content: str
    tries: int


Keep = Callable[[Found, str, Result | None, str], None]  # the content's digest; why there is none


def dispatch(
    submissions: Iterable[Found], packed: Callable[[Found], Parcel], pool: Pool, keep: Keep
) -> None:
    """Grade submissions, and call `keep` once for each, in the order in which they are done.

    A submission that is lost is sent once more; lost again, it is kept without a result.
    """
    fresh, again = iter(submissions), deque[tuple[Found, int]]()
    waiting: dict[Future[Result], _Sent] = {}
    while True:
        while len(waiting) < pool.room():
            found, tries = again.popleft() if again else (next(fresh, None), 0)
            if found is None:
                break
            parcel = packed(found)
            waiting[pool.submit(parcel)] = _Sent(found, parcel.content(), tries + 1)
            del parcel
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            sent = waiting.pop(future)
            result, why = _outcome(future)
            if result is None and sent.tries < TRIES:
                again.append((sent.found, sent.tries))
            else:
                keep(sent.found, sent.content, result, why)
        del done, future, result


def _outcome(future: "Future[Result]") -> tuple[Result | None, str]:
    try:
        return future.result(), ""
    except Mismatch:
        raise
    except Exception as error:  # a process or a machine that is gone
        return None, f"{error}" or type(error).__name__
