"""Two ways to start learner processes.

`Zygote` (Linux, macOS) forks each from a warm process. `Spawner` (anywhere) starts each anew.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol, cast

from grader.processes import Child, Ending, Gone, Output
from grader.wire import Channel, Message
from grader.zygote import kill_group

HERE = Path(__file__).resolve().parent
GRACE_S = 0.2  # for a process that left its channel to end by itself, so that its code is known


class Processes(Protocol):
    """Whatever can start a learner's process."""

    def start(self, job: Message) -> Child:
        """Start a process that does the job (see `grader.child`)."""

    def close(self) -> None:
        """End everything that was started."""


class Zygote:
    """Forks learner processes from one that has imported `preload` already."""

    def __init__(self, preload: Sequence[str], home: Path) -> None:
        self._control, theirs = socket.socketpair()
        fd = theirs.fileno()
        command = [sys.executable, "-I", "-B", str(HERE / "zygote.py"), str(fd), *preload]
        self._process = subprocess.Popen(
            command, env=_environment(home), pass_fds=[fd], start_new_session=True, cwd=home
        )
        theirs.close()
        self._answers = self._control.makefile("rb")

    def start(self, job: Message) -> Child:
        """Raises Gone or OSError where a learner's process has ended the one that forks."""
        ours, theirs = socket.socketpair()
        read_fd, write_fd = os.pipe()
        try:
            request = json.dumps({"do": "fork", "job": job}).encode()
            socket.send_fds(self._control, [request], [theirs.fileno(), write_fd])
            pid = self._answer()["pid"]
        except BaseException:
            ours.close()
            os.close(read_fd)
            raise
        finally:
            theirs.close()
            os.close(write_fd)
        return self._child(pid, ours, read_fd)

    def _child(self, pid: int, ours: socket.socket, read_fd: int) -> Child:
        endings: list[Ending] = []

        def end() -> Ending:
            if not endings:
                endings.append(self._end(pid))
            return endings[0]

        def kill() -> None:
            if not endings:  # once reaped, its number may be another's
                kill_group(pid)
            with contextlib.suppress(OSError):
                ours.shutdown(socket.SHUT_RDWR)  # wakes the reader whoever else holds the other end

        channel = Channel(ours.makefile("rb"), ours.makefile("wb"))
        ours.close()  # in name: the channel's two streams hold it open
        return Child(channel, Output(os.fdopen(read_fd, "rb", buffering=0)), kill, end)

    def _answer(self) -> Any:
        line = self._answers.readline()
        if not line:
            raise Gone(Ending(None, None))  # a learner's process has ended ours
        return json.loads(line)

    def _end(self, pid: int) -> Ending:
        try:
            self._control.sendall(
                json.dumps({"do": "end", "pid": pid, "grace_s": GRACE_S}).encode()
            )
            return Ending(**self._answer())
        except (OSError, Gone):
            kill_group(pid)
            return Ending(None, None)

    def close(self) -> None:
        self._control.close()
        self._answers.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Spawner:
    """Starts each learner process anew: slower, and all that Windows has."""

    def __init__(self, preload: Sequence[str], home: Path) -> None:
        self._home = home

    def start(self, job: Message) -> Child:
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", str(HERE / "spawned.py"), json.dumps(job)],
            env=_environment(self._home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._home,
            start_new_session=os.name == "posix",
        )
        output = Output(cast(IO[bytes], process.stderr))

        def kill() -> None:
            if process.poll() is None:
                kill_group(process.pid) if os.name == "posix" else process.kill()

        def end() -> Ending:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GRACE_S)
            kill()
            status = process.wait()
            return Ending(status, None) if status >= 0 else Ending(None, -status)

        channel = Channel(cast(BinaryIO, process.stdout), cast(BinaryIO, process.stdin))
        return Child(channel, output, kill, end)

    def close(self) -> None:
        """Nothing is shared between its processes: each is ended by its own `close`."""


def processes(preload: Sequence[str], home: Path) -> Processes:
    """Return the best way this system has of starting learner processes."""
    kind = Zygote if hasattr(os, "fork") and hasattr(socket, "send_fds") else Spawner
    return kind(preload, home)


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {**kept, "PATH": os.defpath, "HOME": str(home), "LANG": "C.UTF-8"}
