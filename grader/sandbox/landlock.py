"""Files, TCP and signals by landlock: walls a process puts around itself, and can't take down.

Linux 5.13 and later; TCP since 6.7, signals since 6.12. Numbers and meanings are those of
`linux/landlock.h` (https://docs.kernel.org/userspace-api/landlock.html).
"""

import contextlib
import fcntl
import os
import stat
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox import kernel

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on all processors
PATH_BENEATH = 1
HIGH = 100  # out of the way of descriptors whose numbers matter
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


@dataclass(frozen=True)
class Rules:
    """What a process may reach, made ready: many processes can be put under the same rules."""

    number: int  # of the open file that holds them
    keep_from: tuple[str, ...]


def rules(read: Iterable[Path], write: Iterable[Path]) -> Rules | None:
    """Return the rules that leave only these files and folders; None where there is no landlock.

    Raises:
        OSError: the kernel refused.
    """
    known = version()
    if not known:
        return None
    files = _files(known)
    number = _ruleset(known, files)
    for path in read:
        _allow(number, path, READ)
    for path in write:
        _allow(number, path, files)
    high = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, HIGH)
    os.close(number)
    kept = ("files", *(["TCP"] if known >= 4 else []), *(["signals"] if known >= 6 else []))
    return Rules(high, kept)


def confine(to: Rules) -> None:
    """Put this process under the rules. Raises OSError; then it is not confined."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.call(RESTRICT_SELF, to.number, 0)
    os.close(to.number)


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


def _allow(ruleset: int, path: Path, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(number).st_mode):
                rights &= OF_FILES
            kernel.call(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, number), 0)
        finally:
            os.close(number)
