"""Rights that a learner's process does without: root's, and another user's files."""

import contextlib
import os
import struct
from collections.abc import Iterable
from pathlib import Path

from grader.sandbox import kernel

CAPSET = {"x86_64": 126, "aarch64": 91}
CAPABILITY_VERSION_3 = 0x20080522


def can_become(user: int, needed: Iterable[Path]) -> bool:
    """Return whether root could give this process to `user`, who could read what it needs.

    The process is back to what it was afterwards.
    """
    if os.geteuid() != 0:
        return False
    try:
        os.seteuid(user)
    except OSError:  # root of a container that has no such user
        return False
    try:
        return all(os.access(path, os.R_OK, effective_ids=True) for path in needed)
    finally:
        os.seteuid(0)


def become(user: int) -> None:
    """Give this process to `user`, for good. Raises OSError; then it is still root's."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)  # else it can't look at /proc/self any more


def give_up() -> None:
    """Give up what root may do beyond other users, where the process has to stay root's."""
    with contextlib.suppress(OSError, KeyError):
        header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
        kernel.call(CAPSET[kernel.machine()], header, bytes(24))
