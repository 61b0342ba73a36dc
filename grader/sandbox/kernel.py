"""Calls of the Linux kernel that Python has no name for. Elsewhere they fail, and say so."""

import ctypes
import functools
import os
import sys

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38


@functools.cache
def _library() -> ctypes.CDLL:
    if not sys.platform.startswith("linux"):
        raise OSError("not on Linux")
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, first: int = 0, second: object = 0) -> None:
    """Change something about this process. Raises OSError; then nothing has changed."""
    if _library().prctl(option, first, second, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def call(number: int, *arguments: object) -> int:
    """Make a system call by its number. Raises OSError; then it did nothing."""
    result: int = _library().syscall(number, *arguments)
    if result < 0:
        failed = ctypes.get_errno()
        raise OSError(failed, os.strerror(failed))
    return result


def machine() -> str:
    """Return the kind of processor: the numbers of system calls depend on it."""
    return os.uname().machine
