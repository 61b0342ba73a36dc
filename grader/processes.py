"""A learner's process as the grader sees it: talked to, killed at a deadline, gone."""

import contextlib
import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from grader import chance
from grader.wire import Channel, Message

HERE = Path(__file__).resolve().parent
# Nothing of the user's own is imported, no .pyc written. Not -I: it would ignore the hash seed,
# and the environment is ours anyway.
ISOLATED = ("-s", "-P", "-B")
GRACE_S = 0.2  # for a process that left its channel to end by itself, so that its code is known
KEPT_BYTES = 4096  # of a learner's output, from its start and from its end
TICK_S = 0.02  # between two looks at the clock


class Silent(Exception):
    """No answer by the deadline. The process is killed; how far it came is unknown."""


@dataclass(frozen=True)
class Ending:
    """How a process ended: its exit code, or the signal that ended it."""

    code: int | None
    signal: int | None


class Gone(Exception):
    """The process ended, or left its channel, instead of answering."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(str(ending))
        self.ending = ending


class Output:
    """What a learner's process prints: its start and its end, and how much there was."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._head = self._tail = b""
        self._total = 0
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        with self._stream:
            while data := os.read(self._stream.fileno(), 1 << 16):
                self._total += len(data)
                room = KEPT_BYTES - len(self._head)
                self._head += data[:room]
                if len(data) > room:
                    self._tail = (self._tail + data[room:])[-KEPT_BYTES:]

    def text(self) -> str:
        """Return it as text once the process is gone, the middle counted but left out."""
        self._thread.join(timeout=1)
        lost = self._total - len(self._head) - len(self._tail)
        middle = f"\n[… {lost} bytes left out …]\n".encode() if lost else b""
        return (self._head + middle + self._tail).decode("utf-8", "backslashreplace")


class Child:
    """One learner's process."""

    def __init__(
        self, channel: Channel, output: Output, kill: Callable[[], None], end: Callable[[], Ending]
    ) -> None:
        self._channel = channel
        self._output = output
        self._kill = kill
        self._end = end
        self._until = math.inf  # on the monotonic clock
        self._late = False
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Kill the process at its deadline: nothing that learner code catches can stop that."""
        while not self._closed.wait(TICK_S):
            if time.monotonic() > self._until:
                self._until, self._late = math.inf, True
                self._kill()

    @contextlib.contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Kill the process if the block takes longer, and raise Silent."""
        self._until = time.monotonic() + seconds
        try:
            yield
        except Gone:
            if self._late:
                raise Silent from None
            raise
        finally:
            self._until = math.inf

    def send(self, message: Message) -> None:
        """Send a message. Raises Gone."""
        try:
            self._channel.send(message)
        except OSError:
            raise Gone(self._end()) from None

    def receive(self) -> Message:
        """Wait for the next message. Raises Gone, or Garbled where it is no message."""
        try:
            return self._channel.receive()
        except (EOFError, OSError):
            raise Gone(self._end()) from None

    def close(self) -> str:
        """End the process and all that it has started; return what it printed."""
        self._closed.set()
        self._kill()
        self._end()
        self._channel.close()
        return self._output.text()


def kill_group(pid: int) -> None:
    """Kill the group that a process leads, as far as it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def environment(room: Path, world: int) -> dict[str, str]:
    """Return all the environment that a learner's process gets."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    ours = {"PATH": os.defpath, "HOME": str(room), "LANG": "C.UTF-8"}
    return {**kept, **ours, **chance.environment(world)}
