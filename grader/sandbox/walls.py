"""The walls that a learner's process puts around itself before learner code is read."""

import contextlib
import os
from pathlib import Path

from grader.sandbox import landlock, privileges, seccomp
from grader.sandbox.jails import FIRST_USER, HOMES, readable

DEVICES = [Path("/dev") / name for name in ("null", "zero", "random", "urandom")]


def confine(home: Path, alone: bool) -> list[str]:
    """Keep this process from all but its home; return what it is kept from, in words.

    A wall that this system lacks is left out.

    Args:
        home: the one folder it may write to.
        alone: whether it sees no processes but those of its own jail.
    """
    names = []
    if os.geteuid() == 0:
        privileges.give_up()
        names.append("still root: its own user cannot read the interpreter")
    elif os.geteuid() >= FIRST_USER:
        names.append("a user of its own")
    read = [*readable(), *DEVICES, *([Path("/proc")] if alone else [])]
    shared = [Path("/dev/shm")] if str(home.parent) == HOMES else []
    kept: list[str] = []
    with contextlib.suppress(OSError):
        kept = landlock.confine(read, [home, Path(os.devnull), *shared])
        names += [f"landlock: {', '.join(kept)}"] if kept else []
    with contextlib.suppress(OSError):
        calls = seccomp.confine(own_signals_only=not alone and "signals" not in kept)
        names += [f"seccomp: {', '.join(calls)}"] if calls else []
    return names
