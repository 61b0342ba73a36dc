"""A learner's process as the grader sees it: talked to, killed at a deadline, gone."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from grader.wire import Channel, Message

KEPT_BYTES = 8192  # of a learner's output, from its start and from its end


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
        while data := os.read(self._stream.fileno(), 1 << 16):
            self._total += len(data)
            room = KEPT_BYTES - len(self._head)
            self._head += data[:room]
            self._tail = (
                (self._tail + data[room:])[-KEPT_BYTES:] if len(data) > room else self._tail
            )

    def text(self) -> str:
        """Return it as text once the process is gone, the middle counted but left out."""
        self._thread.join(timeout=1)
        if not self._thread.is_alive():
            self._stream.close()
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

    @contextlib.contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Kill the process if the block takes longer, and raise Silent.

        From outside, by another thread: nothing that learner code catches or blocks can stop it.
        """
        late = threading.Event()

        def strike() -> None:
            late.set()
            self._kill()

        timer = threading.Timer(max(0.0, seconds), strike)
        timer.start()
        try:
            yield
        except Gone:
            if late.is_set():
                raise Silent from None
            raise
        finally:
            timer.cancel()

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
        """End the process and all of its group; return what it printed."""
        self._kill()
        self._end()
        self._channel.close()
        return self._output.text()
