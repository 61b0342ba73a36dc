"""Grades one submission after the other, in a process that is there for nothing else.

On its standard input comes a line of JSON, then the bytes of the files it names, one after the
other; a line of JSON answers. It ends when its input does, and what it made is removed.
"""

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, TypedDict

from grader.classroom.archive import Refused
from grader.classroom.parcel import Parcel
from grader.classroom.placing import agent, names_in, place, sources_of
from grader.classroom.prints import Prints, prints
from grader.classroom.row import Row, refusal, row
from grader.context import Context
from grader.feedback import reduced
from grader.grading import grade
from grader.reports.files import FORMATS
from grader.submission import remove
from grader.verdicts import Report, Verdict


class Result(TypedDict):
    """What comes back of a parcel."""

    report: str  # as JSON
    page: str  # as HTML
    row: Row
    prints: Prints | None


def graded(parcel: Parcel) -> Result:
    """Grade a submission below the current folder, where nothing stays."""
    folder = Path(parcel.id)  # no absolute path: two runs say the same
    its: Prints | None = None
    folder.mkdir(mode=0o700)
    try:
        try:
            place(parcel.files, folder)
            submission = agent(folder)
            its = prints(sources_of(folder))
            context = Context(submission, seed=parcel.options["seed"])
            report = grade(context, parcel.options["only"])
        except Refused as refused:
            report = refusal(parcel.options, Verdict.NOT_GRADABLE, str(refused))
        report.advice = [*parcel.remarks, *report.advice]
        return result(parcel, report, names_in(folder), its)
    finally:
        remove(folder)


def result(
    parcel: Parcel, report: Report, files: Sequence[str] = (), its: Prints | None = None
) -> Result:
    """Return a report as it is sent and kept. What goes into the table is for the instructor."""
    shown = reduced(report, parcel.options["feedback"])
    document, page = (FORMATS[name].made(shown, parcel.title) for name in ("json", "html"))
    return Result(report=document, page=page, row=row(report, files), prints=its)


def main(room: str) -> None:
    """Serve until the input ends; what is being graded then is dropped, and `room` removed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tidies up on the way out
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nobody else may write there
    parcels: queue.Queue[Parcel | None] = queue.Queue()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        threading.Thread(target=_listen, args=(sys.stdin.buffer, parcels), daemon=True).start()
        while parcel := parcels.get():
            answers.write(json.dumps(_answer(parcel)).encode() + b"\n")
            answers.flush()
    with contextlib.suppress(OSError):  # Windows: it is this process's own folder
        remove(Path(room))  # whoever made it may have been killed


def _answer(parcel: Parcel) -> Any:
    try:
        return graded(parcel)
    except Exception:  # ours, whatever it is
        return {"crashed": traceback.format_exc()}


def _listen(source: IO[bytes], parcels: "queue.Queue[Parcel | None]") -> None:
    """Pass on what comes; interrupt what is being graded when nobody waits for it any more."""
    while parcel := received(source):
        parcels.put(parcel)
    parcels.put(None)
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread:
        signal.pthread_kill(main_thread, signal.SIGTERM)  # wakes it from any wait


def send(target: IO[bytes], parcel: Parcel) -> None:
    """Write a parcel. Raises OSError where nobody reads."""
    sizes = {name: len(content) for name, content in parcel.files.items()}
    target.write(json.dumps({**vars(parcel), "files": sizes}).encode() + b"\n")
    for content in parcel.files.values():
        target.write(content)
    target.flush()


def received(source: IO[bytes]) -> Parcel | None:
    """Read what `send` wrote; None where there is no more."""
    line = source.readline()
    if not line:
        return None
    told = json.loads(line)
    return Parcel(**{**told, "files": {k: source.read(n) for k, n in told["files"].items()}})
