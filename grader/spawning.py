"""Learner processes started anew each time: slower, without walls, and possible everywhere."""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from grader.processes import GRACE_S, HERE, ISOLATED, Child, Ending, Output, environment, kill_group
from grader.wire import Channel, Message


class Spawner:
    """Starts each learner process anew: slower, and all that macOS and Windows have."""

    walls: Sequence[str] = ()

    def __init__(self, preload: Sequence[str], room: Path, world: int = 1) -> None:
        self._room = room
        self._world = world

    def start(self, job: Message) -> Child:
        # Sockets where they can be a process's stdin: unlike a pipe, ours can be shut down
        # though a process that got away still holds the other end.
        ends = socket.socketpair() if os.name == "posix" else None
        process = self._spawned(job, ends[1] if ends else subprocess.PIPE)
        if ends:
            ends[1].close()
            channel = Channel(ends[0].makefile("rb"), ends[0].makefile("wb"))
        else:
            channel = Channel(cast(BinaryIO, process.stdout), cast(BinaryIO, process.stdin))

        def kill() -> None:
            if process.poll() is None:
                kill_group(process.pid) if ends else process.kill()
            if ends:
                with contextlib.suppress(OSError):
                    ends[0].shutdown(socket.SHUT_RDWR)

        def end() -> Ending:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GRACE_S)
            kill()
            status = process.wait()
            if ends:
                ends[0].close()
            return Ending(status, None) if status >= 0 else Ending(None, -status)

        return Child(channel, Output(cast(IO[bytes], process.stderr)), kill, end)

    def _spawned(self, job: Message, channel: Any) -> subprocess.Popen[bytes]:
        job = {**job, "homes": str(self._room / "homes"), "world": self._world}
        job["compiled"] = None  # for a home of another name, and too long for a command line
        return subprocess.Popen(
            [sys.executable, *ISOLATED, str(HERE / "spawned.py"), json.dumps(job)],
            env=environment(self._room, self._world),
            stdin=channel,
            stdout=channel,
            stderr=subprocess.PIPE,
            cwd=self._room,
            start_new_session=os.name == "posix",
        )

    def close(self) -> None:
        """Nothing is shared between its processes: each is ended by its own `close`."""
