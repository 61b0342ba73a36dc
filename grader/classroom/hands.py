"""Processes that grade, as seen from outside: one hangs or dies, and costs one submission."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, cast

from grader.classroom.parcel import Parcel
from grader.classroom.words import tell
from grader.classroom.work import Result, send
from grader.processes import kill_group
from grader.submission import remove
from voicekit.checksums import ROOT

START = """
import sys
sys.path.insert(0, sys.argv[1])
from grader.classroom.work import main
main(sys.argv[2])
"""
COMMAND = (sys.executable, "-P", "-c", START, str(ROOT))
LIMIT_S = 300.0  # all that a learner may use up is 100; the rest is for a machine that is busy
TIDY_S = 5.0  # to end what it has started, and to remove what it has made
TOLD = 2000  # characters of what a process said before it ended


class Lost(Exception):
    """A submission was not graded, for no fault of its own; the text says why."""


class Stopped(Exception):
    """Nothing is graded any more."""


class Hand:
    """One process that grades, and a folder of its own for all that it makes."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._room = Path(tempfile.mkdtemp(prefix="voice-class-"))
        self._room.chmod(0o711)  # a learner's user goes through, and sees no names
        self._errors = self._room / "errors"
        self._is_stopped = False
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [*command, str(self._room)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=self._room,
                env={**os.environ, "TMPDIR": str(self._room), "PYTHONHASHSEED": "0"},
                start_new_session=True,  # Ctrl-C is for the one who gives out the work
            )

    def grade(self, parcel: Parcel, limit_s: float) -> Result:
        """Grade a submission. Raises Lost; then this process can't be used any more."""
        late = threading.Event()
        timer = threading.Timer(limit_s, self._overdue, [late])
        timer.start()
        try:
            send(self._pipe(self._process.stdin), parcel)
            line = self._pipe(self._process.stdout).readline()
        except (OSError, ValueError):  # ValueError: closed meanwhile
            line = b""
        finally:
            timer.cancel()
        if late.is_set() or not line.endswith(b"\n"):
            why = tell("overdue", seconds=limit_s) if late.is_set() else tell("ended")
            raise Lost(f"{why} {self._said()}".strip())
        answer = json.loads(line)
        if "crashed" in answer:
            raise Lost(answer["crashed"])
        return cast(Result, answer)

    def _overdue(self, late: threading.Event) -> None:
        late.set()
        self.end()

    def _pipe(self, pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None  # both were asked for
        return pipe

    def _said(self) -> str:
        try:
            return self._errors.read_text("utf-8", "replace")[-TOLD:]
        except OSError:
            return ""

    def stop(self) -> None:
        """Ask the process to end; once, so that it can tidy up in peace."""
        if not self._is_stopped:
            self._is_stopped = True
            with contextlib.suppress(OSError):
                self._process.send_signal(signal.SIGTERM)

    def end(self) -> None:
        """End the process and all that it has started."""
        self.stop()
        try:
            self._process.wait(TIDY_S)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                kill_group(self._process.pid)
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End the process and remove its folder."""
        self.end()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                self._pipe(pipe).close()
        remove(self._room)


class Hands:
    """As many processes as are asked for at once; one that is idle is used again."""

    def __init__(self, command: Sequence[str] = COMMAND, limit_s: float = LIMIT_S) -> None:
        self._command = command
        self._limit_s = limit_s
        self._idle: list[Hand] = []
        self._all: set[Hand] = set()
        self._lock = threading.Lock()
        self._is_open = True

    def grade(self, parcel: Parcel) -> Result:
        """Grade a submission, in any thread. Raises Lost, or Stopped after `close`."""
        hand = self._taken()
        try:
            result = hand.grade(parcel, self._limit_s)
        except BaseException:
            self._drop(hand)
            raise
        with self._lock:
            self._idle.append(hand)
        return result

    def _taken(self) -> Hand:
        with self._lock:
            if not self._is_open:
                raise Stopped
            if self._idle:
                return self._idle.pop()
            hand = Hand(self._command)
            self._all.add(hand)
            return hand

    def _drop(self, hand: Hand) -> None:
        with self._lock:
            is_ours = hand in self._all
            self._all.discard(hand)
        if is_ours:
            hand.close()

    def close(self) -> None:
        """End all processes; what they were grading is lost."""
        with self._lock:
            self._is_open = False
            hands, self._all = self._all, set()
        for hand in hands:
            hand.stop()  # all at once
        for hand in hands:
            hand.close()
