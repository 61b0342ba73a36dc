"""Start the server in a process of its own, stop it, and leave nothing behind."""

import errno
import os
import platform
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TypeVar

from voicekit.llm_server import state
from voicekit.llm_server.state import BUSY, State
from voicekit.llm_server.trouble import Trouble

T = TypeVar("T")
POLL_S = 0.02
START_S = 120.0  # a large model on a slow disk
GRACE_S = 3.0
LAST_LINES = 5  # of its log are shown when a server fails


def start(folder: Path, model: Path, port: int = 0, timeout_s: float = START_S) -> State:
    """Start a server and return when it answers. Where one is starting already, wait for that.

    Args:
        port: 0 for any that is free.

    Raises:
        Trouble: there is no new server. KeyboardInterrupt and the like end it, too.
    """
    if find_spec("xllamacpp") is None:
        raise Trouble("server", expected="xllamacpp", got="none", next_step="voice-llm pull")
    _check_port(port)
    folder.mkdir(parents=True, exist_ok=True)
    state.clear(folder)  # of one that was killed: it must not be taken for the one begun now
    child = _spawn(folder, model, port)
    try:
        known = _wait_for(child, folder, timeout_s)
        if known.pid != child.pid:
            child.kill()  # another one was first; this one must not wait for its end
    except BaseException:
        child.kill()
        child.wait()
        state.clear(folder)
        raise
    Thread(target=child.wait, daemon=True).start()  # somebody has to ask how it ended
    return known


def stop(folder: Path, grace_s: float = GRACE_S) -> State | None:
    """End the server and return what it was; None: there was none.

    Args:
        grace_s: how long it may take to end by itself before it is killed.

    Raises:
        Trouble: it still runs.
    """

    def gone() -> bool:
        return not state.is_alive(folder)

    known = _wait(lambda: state.read(folder), grace_s if state.is_alive(folder) else 0)
    if known and known.host != platform.node():
        got, there = f"one of {known.host}", "voice-llm down over there"
        raise Trouble("server", expected="one of this computer", got=got, next_step=there)
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if known and not gone():
            _send(known.pid, number)
            _wait(gone, grace_s)
    if not gone():
        got = f"process {known.pid} still there" if known else "one that no file tells about"
        raise Trouble("server", expected="none", got=got, next_step=_by_hand(folder))
    state.clear(folder)
    return known


def _by_hand(folder: Path) -> str:
    return f"remove {state.lock_file(folder)}: without it the server ends"


def _wait(until: Callable[[], T], timeout_s: float) -> T:
    """Return the first true value of `until`, or its last one when time is up."""
    end_s = time.monotonic() + timeout_s
    while not (value := until()) and time.monotonic() < end_s:
        time.sleep(POLL_S)
    return value


def _wait_for(child: subprocess.Popen[bytes], folder: Path, timeout_s: float) -> State:
    """Return the state of a server that answers: the child, or another one that was first.

    Raises:
        Trouble: the child has ended, and no other one is there; or time is up.
    """

    def ready() -> State | None:
        code = child.poll()
        known = state.read(folder)
        if code is not None and not (code == BUSY and state.is_alive(folder)):
            raise _failure(folder, f"one that ended with code {code}")
        return known if known and known.url else None

    if known := _wait(ready, timeout_s):
        return known
    raise _failure(folder, f"none that answers within {timeout_s:g} s")


def _failure(folder: Path, got: str) -> Trouble:
    file = folder / "server.log"
    lines = file.read_text("utf-8", "replace").strip().splitlines()[-LAST_LINES:]
    return Trouble("server", expected="one", got=got, next_step=f"see its log, {file}", log=lines)


def _check_port(port: int) -> None:
    with socket.socket() as attempt:
        if sys.platform != "win32":  # there it would allow to share the port
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind(("127.0.0.1", port))
        except OSError as error:
            why = "taken" if error.errno == errno.EADDRINUSE else error.strerror
            got, other = f"{port}, which can't be had: {why}", "another --port, or none"
            raise Trouble("port", expected="a free one", got=got, next_step=other) from None


def _spawn(folder: Path, model: Path, port: int) -> subprocess.Popen[bytes]:
    """Start the process. It has no terminal: a notebook's cell need not wait for its end."""
    root = str(Path(__file__).parents[2])  # where voicekit is
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    command = [
        sys.executable,
        "-P",
        "-m",
        "voicekit.llm_server.serving",
        str(folder),
        str(model),
        str(port),
    ]
    with (folder / "server.log").open("wb") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:  # it is just ending
        pass
    except PermissionError:
        got = f"one of another user (process {pid})"
        raise Trouble("server", expected="yours", got=got, next_step="ask them") from None
