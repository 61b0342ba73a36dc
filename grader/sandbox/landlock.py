"""Files, TCP and signals by landlock: walls a process puts around itself, and can't take down.

Linux 5.13 and later; TCP since 6.7, signals since 6.12. Numbers and meanings are those of
`linux/landlock.h` (https://docs.kernel.org/userspace-api/landlock.html).
"""

import contextlib
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

from grader.sandbox import kernel

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on all processors
PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
READ = EXECUTE | READ_FILE | READ_DIR
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV  # all others are of folders


def version() -> int:
    """Return the kernel's version of landlock; 0 where it has none."""
    try:
        return kernel.call(CREATE_RULESET, None, 0, 1)
    except OSError:
        return 0


def confine(read: Iterable[Path], write: Iterable[Path]) -> list[str]:
    """Let this process reach only these files and folders; return what it is now kept from.

    Raises:
        OSError: the kernel refused; nothing is confined.
    """
    known = version()
    if not known:
        return []
    files = _files(known)
    rules = _ruleset(known, files)
    try:
        for path in read:
            _allow(rules, path, READ)
        for path in write:
            _allow(rules, path, files)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.call(RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)
    return ["files", *(["TCP"] if known >= 4 else []), *(["signals"] if known >= 6 else [])]


def _files(known: int) -> int:
    """Return every right to files that this version can take away."""
    rights = (1 << 13) - 1
    for since, right in ((2, 1 << 13), (3, TRUNCATE), (5, IOCTL_DEV)):
        rights |= right if known >= since else 0
    return rights


def _ruleset(known: int, files: int) -> int:
    network, scopes = 3 if known >= 4 else 0, 3 if known >= 6 else 0
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    wanted = struct.pack("QQQ", files, network, scopes)[:size]
    return kernel.call(CREATE_RULESET, wanted, size, 0)


def _allow(rules: int, path: Path, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(number).st_mode):
                rights &= OF_FILES
            kernel.call(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", rights, number), 0)
        finally:
            os.close(number)
