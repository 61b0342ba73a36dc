"""Learners' zips: unpacked within bounds, never outside their folder, or refused with a reason."""

import errno
import io
import re
import stat
import zipfile
import zlib
from collections import Counter
from pathlib import Path

from grader.classroom.words import tell
from grader.submission import LEFT_OUT, MAX_ALL_BYTES, MAX_FILE_BYTES, MAX_FILES

# What zipfile raises on a zip that is broken by mistake or on purpose.
BROKEN = (
    zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, IndexError, KeyError,
    OverflowError, MemoryError, NotImplementedError, RuntimeError,
)  # fmt: skip
ENTRY = b"PK\1\2"  # each entry of a zip's table of contents begins with it
MAX_ENTRIES = 20 * MAX_FILES
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may ask for any amount of memory
ENCRYPTED = 1  # a bit of an entry's flags
OURS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE}  # no fault of the zip's


class Refused(Exception):
    """It can't be graded, and the text says why. The caller knows: nothing of it was run."""


def unpack(raw: bytes, folder: Path) -> None:
    """Write the files of a zip into `folder`, which exists; what nobody hands in is left out.

    Raises:
        Refused: it is broken, too big, or holds what no honest zip does. What was written so far
            is in the folder, and nothing anywhere else.
    """
    if raw.count(ENTRY) > MAX_ENTRIES:  # before they are all read into memory
        raise Refused(tell("zip entries", most=MAX_ENTRIES))
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as opened:
            _unpack(opened, folder)
    except BROKEN as error:
        if isinstance(error, OSError) and error.errno in OURS:
            raise
        raise Refused(tell("zip broken", why=_in_words(error))) from None


def _unpack(opened: zipfile.ZipFile, folder: Path) -> None:
    wanted = _wanted(opened.infolist())
    room = MAX_ALL_BYTES
    for name, info in wanted.items():
        with opened.open(info) as file:  # what it says of its size is not believed
            content = file.read(min(room, MAX_FILE_BYTES) + 1)
        if len(content) > min(room, MAX_FILE_BYTES):
            limits = {"file": MAX_FILE_BYTES // 10**6, "all": MAX_ALL_BYTES // 10**6}
            raise Refused(tell("zip size", name=name, **limits))
        room -= len(content)
        write(folder, name, content)


def write(folder: Path, name: str, content: bytes) -> None:
    """Write a new file in a folder. Raises Refused where no file can have such a name."""
    target = folder / name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(content)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in OURS:
            raise
        raise Refused(tell("unwritable", name=name[:200], why=_in_words(error))) from None


def _wanted(infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the files to be unpacked by their names, all of them looked at."""
    found: list[tuple[str, zipfile.ZipInfo]] = []
    for info in infos:
        name = safe_name(info.filename)
        if name is None:
            raise Refused(tell("zip outside", name=info.filename))
        if info.is_dir() or not name or any(map(ignored, name.split("/"))):
            continue
        if reason := problem(info):
            raise Refused(tell("zip file", name=name, why=reason))
        found.append((name, info))
    if len(found) > MAX_FILES:
        raise Refused(tell("zip files", most=MAX_FILES))
    for name, count in Counter(name for name, _ in found).items():
        if count > 1:
            raise Refused(tell("zip twice", name=name))
    return dict(found)


def ignored(part: str) -> bool:
    """Whether a file or folder has a name of a kind that nobody hands in on purpose."""
    return part.startswith((".", "__MACOSX")) or part in LEFT_OUT


def safe_name(name: str) -> str | None:
    r"""Return a zip's name for a file with slashes only; None where it leads out of the zip.

    Example:
        >>> safe_name("lab\\agent.py"), safe_name("a/../../b"), safe_name("C:\\agent.py")
        ('lab/agent.py', None, None)
    """
    name = name.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or re.match("[A-Za-z]:", name):
        return None
    return "/".join(parts)


def problem(info: zipfile.ZipInfo) -> str | None:
    """Return why a file in a zip can't be read, or None."""
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        return tell("a link")
    if stat.S_IFMT(mode) and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        return tell("no regular file")
    if info.flag_bits & ENCRYPTED:
        return tell("encrypted")
    return None if info.compress_type in METHODS else tell("method")


def _in_words(error: BaseException) -> str:
    """Return what went wrong without a path in it."""
    told = error.strerror if isinstance(error, OSError) else str(error)
    return f"{type(error).__name__}: {told}" if told else type(error).__name__
