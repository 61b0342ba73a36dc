"""Learner processes forked from a warm one, in a jail where this system has one (Linux)."""

import compileall
import contextlib
import json
import os
import site
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.processes import (
    GRACE_S,
    HERE,
    ISOLATED,
    Child,
    Ending,
    Gone,
    Output,
    environment,
    kill_group,
)
from grader.sandbox.jails import Jail, jails, spare_user
from grader.wire import Channel, Message

START = """
import gc, json, sys
gc.disable()  # until all is there
settings = json.loads(sys.argv[1])
sys.path += settings.pop("path")
sys.prefix = settings.pop("prefix")
from grader.zygote import main
main(**settings)
"""
ANSWER_S = 10.0  # for the process that forks: it imports, kills and tidies up


class Zygote:
    """Forks learner processes, one at a time, from one that has imported `preload` already.

    Args:
        preload: modules to import.
        room: a folder that holds `submission`, to be copied for each process, and `homes`.
        world: see `grader.chance`.

    Raises:
        RuntimeError: it can't be started, in a jail or without; nothing runs.
    """

    def __init__(self, preload: Sequence[str], room: Path, world: int = 1) -> None:
        self._room = room
        self._world = world
        _compile()
        for jail in jails(room):
            if self._started(jail, preload):
                self.walls: Sequence[str] = jail.walls
                return
        raise RuntimeError("the process that forks can't be started")

    def _started(self, jail: Jail, preload: Sequence[str]) -> bool:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(ANSWER_S)
        settings = {
            "fd": theirs.fileno(),
            "homes": jail.homes,
            "user": spare_user(),
            "preload": list(preload),
            "path": [str(HERE.parent), *site.getsitepackages()],
            "prefix": sys.prefix,
        }
        self._process = subprocess.Popen(
            [*jail.command, sys.executable, *ISOLATED, "-S", "-c", START, json.dumps(settings)],
            env=environment(self._room, self._world),
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # a jail that can't be is no news: there is a next one
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            cwd=self._room,
        )
        theirs.close()
        self._answers = self._control.makefile("rb")
        try:
            return bool(self._answer()["ready"])
        except Gone:
            self.close()
            return False

    def start(self, job: Message) -> Child:
        """Raises Gone or OSError where a learner's process has ended the one that forks."""
        ours, theirs = socket.socketpair()
        read_fd, write_fd = os.pipe()
        try:
            job = {**job, "world": self._world}
            request = json.dumps({"do": "fork", "job": job}).encode() + b"\n"
            socket.send_fds(self._control, [request], [theirs.fileno(), write_fd])
            self._answer()
        except BaseException:
            ours.close()
            os.close(read_fd)
            raise
        finally:
            theirs.close()
            os.close(write_fd)
        return self._child(ours, read_fd)

    def _child(self, ours: socket.socket, read_fd: int) -> Child:
        endings: list[Ending] = []
        killed = False

        def end() -> Ending:
            if not endings:
                endings.append(self._end(0 if killed else GRACE_S))
            return endings[0]

        def kill() -> None:
            nonlocal killed
            killed = True
            with contextlib.suppress(OSError):
                # Wakes who waits for an answer here, and who then has it ended: from outside
                # the jail its number is not known.
                ours.shutdown(socket.SHUT_RDWR)

        channel = Channel(ours.makefile("rb"), ours.makefile("wb"))
        ours.close()  # in name: the channel's two streams hold it open
        return Child(channel, Output(os.fdopen(read_fd, "rb", buffering=0)), kill, end)

    def _answer(self) -> Any:
        try:
            line = self._answers.readline()
        except OSError:  # stopped, or drowning in what a learner's process does to it
            line = b""
        if not line:
            raise Gone(Ending(None, None))
        return json.loads(line)

    def _end(self, grace_s: float) -> Ending:
        try:
            self._control.sendall(json.dumps({"do": "end", "grace_s": grace_s}).encode() + b"\n")
            return Ending(**self._answer())
        except (OSError, Gone):
            self.close()
            return Ending(None, None)

    def close(self) -> None:
        self._answers.close()
        self._control.close()
        try:
            self._process.wait(2)  # to end what it has forked
        except subprocess.TimeoutExpired:
            kill_group(self._process.pid)  # a jail takes all its processes with it
            self._process.wait()


def _compile() -> None:
    """Write what Python keeps of a module for the next import: in a jail it can't be written."""
    if not sys.dont_write_bytecode:
        for folder in (HERE, HERE / "sandbox", HERE.parent / "voicekit" / "nlu"):
            compileall.compile_dir(folder, maxlevels=0, quiet=2)
