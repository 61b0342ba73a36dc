"""A warm process that forks a learner's process on request, and tells how that one ended.

It has imported what every learner's process needs, so that a fresh one costs milliseconds. No
learner code ever runs in it. Started by `grader.forking`, inside a jail where there is one.

    started                                                         ->  {"ready": true}
    {"do": "fork", "job": …} and two descriptors (channel, output)  ->  {"forked": true}
    {"do": "end", "grace_s": …}                                     ->  {"code": …, "signal": …}

There is one learner's process at a time; whatever it leaves behind ends with it.
"""

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import site
import socket
import sys
import time
from pathlib import Path
from typing import Any

import voicekit
from grader import child
from grader.processes import kill_group
from grader.sandbox import kernel, privileges
from grader.sandbox.jails import HOMES
from grader.sandbox.walls import Walls
from grader.submission import remove
from grader.wire import Channel

CHANNEL_FD = 3
ORPHANS_S = 2.0  # for a learner's process that forks faster than it can be killed
LOOK_S = 0.05  # between two looks at how much memory is used
SHM = Path("/dev/shm")
OURS_ALONE = 1  # the number of the first process in a name space of processes


def main(fd: int, homes: str, user: int, preload: list[str]) -> None:
    """Serve requests until the grader is gone, then end all that was forked.

    Args:
        fd: the descriptor of a socket to the grader.
        homes: the folder for learners' homes.
        user: the number of a user to give learners' processes to, if this one is root's.
        preload: modules to import.
    """
    _warm_up(preload)
    control = socket.socket(fileno=fd)
    with contextlib.suppress(OSError):
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)  # what loses its parent comes to us
    place = Path(homes)
    walls = Walls(place, alone=os.getpid() == OURS_ALONE)
    user = user if privileges.can_become(user, [*_needed(), place]) else 0
    _send(control, {"ready": True})
    _serve(control, place, user, walls)
    end_others()


def _serve(control: socket.socket, homes: Path, user: int, walls: Walls) -> None:
    pid = memory = 0
    while True:
        while pid and not select.select([control], [], [], LOOK_S)[0]:
            _hold_to(memory)
        request, fds = _receive(control)
        if request is None:
            return
        if request["do"] == "fork":
            memory = request["job"]["limits"]["memory_bytes"]
            job = {**request["job"], "homes": str(homes)}
            pid = _fork(control, job, user, walls, fds)
            _send(control, {"forked": True})
        else:
            _send(control, end(pid, request["grace_s"]))
            pid = 0
            end_others()
            _tidy(homes)


def _receive(control: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    data, fds, _, _ = socket.recv_fds(control, 1 << 16, 2)
    while data and not data.endswith(b"\n"):
        data += control.recv(1 << 16)
    return (json.loads(data) if data else None), fds


def _warm_up(preload: list[str]) -> None:
    for name in preload:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for add_builtins in (site.setquit, site.setcopyright, site.sethelper):
        add_builtins()  # -S saves the time of looking for .pth files, but leaves these out
    gc.freeze()  # what is there already is no rubbish: no child has to look at it
    gc.enable()


def _needed() -> list[Path]:
    """Return files that another user can read only if he can read all of their kind."""
    return [Path(os.__file__), Path(sys.executable), Path(voicekit.__file__)]


def _send(control: socket.socket, answer: dict[str, Any]) -> None:
    control.sendall(json.dumps(answer).encode() + b"\n")


def _fork(
    control: socket.socket, job: dict[str, Any], user: int, walls: Walls, fds: list[int]
) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            control.detach()
            if user:
                privileges.become(user)
            _be_born(job, walls, *fds)
        finally:
            os._exit(70)
    with contextlib.suppress(PermissionError, ProcessLookupError):
        os.setpgid(pid, pid)  # from here too: it must be killable as a group from now on
    for fd in fds:
        os.close(fd)
    return pid


def _be_born(job: dict[str, Any], walls: Walls, channel_fd: int, output_fd: int) -> None:
    os.setpgid(0, 0)  # a group of its own, so that all it starts can be ended together
    null = os.open(os.devnull, os.O_RDONLY)
    channel_fd = os.dup(channel_fd)  # out of the way of the numbers it is given below
    for source, number in ((null, 0), (output_fd, 1), (output_fd, 2), (channel_fd, CHANNEL_FD)):
        os.dup2(source, number)
    needed = walls.descriptor or CHANNEL_FD
    os.closerange(CHANNEL_FD + 1, needed)
    os.closerange(needed + 1, 1024)
    child.redirect("stdout", 1)
    child.redirect("stderr", 2)
    reader = os.fdopen(CHANNEL_FD, "rb", closefd=False)
    writer = os.fdopen(CHANNEL_FD, "wb", closefd=False)
    child.live(Channel(reader, writer), job, walls)
    os._exit(0)


def end(pid: int, grace_s: float) -> dict[str, int | None]:
    """Return how a process ended, its group with it; it gets `grace_s` seconds to do so itself."""
    until = time.monotonic() + grace_s
    done, status = os.waitpid(pid, os.WNOHANG)
    while not done and time.monotonic() < until:
        time.sleep(0.002)
        done, status = os.waitpid(pid, os.WNOHANG)
    kill_group(pid)
    if not done:
        _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "signal": None} if code >= 0 else {"code": None, "signal": -code}


def end_others() -> None:
    """Kill and reap all that learner code has left, in sessions of its own or not."""
    until = time.monotonic() + ORPHANS_S
    while (found := _children()) and time.monotonic() < until:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpid() == OURS_ALONE:
                os.kill(-1, signal.SIGKILL)  # all at once: no fork gets away
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _hold_to(memory: int) -> None:
    """Kill everything where all together has more memory than one may have."""
    if os.getpid() == OURS_ALONE and _memory() > memory:
        os.kill(-1, signal.SIGKILL)


def _memory() -> int:
    """Return the bytes of memory that the processes of this jail use."""
    pages = 0
    for path in Path("/proc").glob("[0-9]*/statm"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            _, resident, shared, *_ = map(int, path.read_text().split())
            pages += resident - shared
    return pages * os.sysconf("SC_PAGE_SIZE")


def _children() -> set[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return {int(pid) for pid in file.read().split()}
    except OSError:  # no Linux, or a kernel without that file
        return set()


def _tidy(homes: Path) -> None:
    """Empty the learners' homes, and shared memory where it is ours alone."""
    for place in (homes, *([SHM] if str(homes) == HOMES else [])):
        for path in place.iterdir():
            remove(path)
