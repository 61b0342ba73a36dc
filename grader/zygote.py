"""A warm process that forks a learner's process on request, and tells how that one ended.

It has imported what every learner's process needs, so that a fresh one costs milliseconds. No
learner code ever runs in it. Started by `grader.processes` as a script: `zygote.py FD MODULE …`.

    {"do": "fork", "job": …} and two descriptors (channel, output)  ->  {"pid": …}
    {"do": "end", "pid": …, "grace_s": …}  ->  {"code": …, "signal": …}
"""

import contextlib
import importlib
import json
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # -I leaves the checkout off the search path
    sys.path.append(str(Path(__file__).resolve().parent.parent))

from grader import child
from grader.wire import Channel

CHANNEL_FD = 3
PR_SET_CHILD_SUBREAPER = 36
ORPHANS_S = 2.0  # for a learner's process that forks faster than it can be killed


def main(fd: int, preload: list[str]) -> None:
    """Serve requests until the grader is gone, then end all that was forked."""
    for name in preload:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    control = socket.socket(fileno=fd)
    adopt_orphans()
    alive: set[int] = set()
    while True:
        data, fds, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not data:
            break
        request = json.loads(data)
        if request["do"] == "fork":
            pid = _fork(control, request["job"], fds)
            alive.add(pid)
            answer: dict[str, Any] = {"pid": pid}
        else:
            answer = end(request["pid"], request["grace_s"])
            alive.discard(request["pid"])
            end_orphans(alive)
        control.sendall(json.dumps(answer).encode() + b"\n")
    for pid in alive:
        end(pid, 0)
    end_orphans(set())


def _fork(control: socket.socket, job: dict[str, Any], fds: list[int]) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            control.detach()
            _be_born(job, *fds)
        finally:
            os._exit(70)
    with contextlib.suppress(PermissionError, ProcessLookupError):
        os.setpgid(pid, pid)  # from here too: it must be killable as a group from now on
    for fd in fds:
        os.close(fd)
    return pid


def _be_born(job: dict[str, Any], channel_fd: int, output_fd: int) -> None:
    os.setpgid(0, 0)  # a group of its own, so that all it starts can be ended together
    null = os.open(os.devnull, os.O_RDONLY)
    channel_fd = os.dup(channel_fd)  # out of the way of the numbers it is given below
    for source, number in ((null, 0), (output_fd, 1), (output_fd, 2), (channel_fd, CHANNEL_FD)):
        os.dup2(source, number)
    os.closerange(CHANNEL_FD + 1, 1024)
    child.redirect("stdout", 1)
    child.redirect("stderr", 2)
    reader = os.fdopen(CHANNEL_FD, "rb", closefd=False)
    writer = os.fdopen(CHANNEL_FD, "wb", closefd=False)
    child.live(Channel(reader, writer), job)
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


def adopt_orphans() -> None:
    """Become the parent of whatever a learner's process leaves behind, own session or not.

    Linux only: elsewhere a process that has left its group gets away.
    """
    with contextlib.suppress(AttributeError, OSError, ImportError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans(spared: set[int]) -> None:
    """Kill and reap all children but the spared, and theirs as they come to us."""
    until = time.monotonic() + ORPHANS_S
    while (found := _children() - spared) and time.monotonic() < until:
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> set[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return {int(pid) for pid in file.read().split()}
    except OSError:  # no Linux, or a kernel without that file
        return set()


def kill_group(pid: int) -> None:
    """Kill the group that a process leads, as far as it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
