"""What is known of the server, and whether it is alive.

A process number says little: its process may be long dead, and the number somebody else's. So the
server holds a lock on a file for as long as it lives, and the system lets go of it however the
server ends. What is written in server.json counts only while the lock is held.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from voicekit import workspace
from voicekit.errors import BadInput

BUSY = 4  # exit code of a server that found another one


@dataclass(frozen=True)
class State:
    """What server.json says.

    Args:
        host: the computer's name: a folder may be shared by some.
        url: where it answers; None while it is loading the model.
        model: the path of the model's file.
        started: when, as ISO 8601 in UTC.
    """

    pid: int
    host: str
    url: str | None
    model: str
    started: str


def lock_file(folder: Path) -> Path:
    """Return the file that the server holds a lock on."""
    return folder / "server.lock"


def is_alive(folder: Path) -> bool:
    """Tell whether a server runs, or is about to."""
    if not lock_file(folder).exists():
        return False
    lock = workspace.take_lock(lock_file(folder))
    if lock:
        lock.close()
    return lock is None


def read(folder: Path) -> State | None:
    """Return what is known of the server that runs; None where none runs, or not yet."""
    if not is_alive(folder):
        return None
    try:
        known = State(**workspace.read_json(folder / "server.json"))
    except (OSError, BadInput, TypeError):
        return None
    # To signal 1, 0 or a negative number would end more than the server.
    return known if type(known.pid) is int and known.pid > 1 else None


def write(folder: Path, state: State) -> None:
    """Write down what is known; for the process that holds the lock."""
    workspace.write(folder / "server.json", json.dumps(asdict(state)) + "\n")


def clear(folder: Path) -> None:
    """Remove what a server that has ended left behind."""
    if (folder / "server.json").exists() and (lock := workspace.take_lock(lock_file(folder))):
        with lock:
            (folder / "server.json").unlink(missing_ok=True)
