"""What the name of a file or folder says, as learning platforms export it."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass

from grader.showing import visible

LONGEST = 80  # characters of a submission's id
# Windows opens a device when asked for a file of such a name, whatever its suffix.
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)")

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<user>\d+)_assignsubmission_(?P<what>[a-z]+)_?(?P<file>.*)")
_BLACKBOARD = re.compile(
    r"(?P<work>.+)_(?P<user>[^_]+)_attempt_(?P<date>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)"
)
_CANVAS = re.compile(
    r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<user>\d{3,})_(?:(?P<upload>\d{3,})_(?P<file>.+)|text\.html)"
)
_GRADESCOPE = re.compile(r"submission_\d+")
_VERSION = re.compile(r"-(\d{1,3})(?=\.\w+$|$)")  # Canvas: agent-1.py is a resubmitted agent.py


@dataclass(frozen=True)
class Name:
    """A name taken apart.

    Attributes:
        key: the same for all that belongs to one submission, as one attempt or another.
        student: who handed it in, as far as the name says.
        file: the name that the learner gave the file; empty for a folder.
        attempt: the greatest counts; those of one attempt are equal.
        version: of the file; the greatest counts.
        what: "file"; "text" for what was typed into a web page; "note" for the platform's own.
        is_late: the platform says so.
    """

    key: str
    student: str
    file: str = ""
    attempt: str = ""
    version: tuple[int, int] = (0, 0)
    what: str = "file"
    is_late: bool = False


def parse(name: str, is_folder: bool) -> Name | None:
    """Return what a platform's name says; None where it is no platform's.

    Example:
        >>> parse("lovelaceada_LATE_1234_5678_agent-1.py", is_folder=False).file
        'agent.py'
        >>> parse("Ada Lovelace_77_assignsubmission_file_", is_folder=True).student
        'Ada Lovelace'
    """
    if found := _MOODLE.fullmatch(name):
        what = "file" if found["what"] == "file" else "text"
        key = f"{found['name']}_{found['user']}"
        return Name(key, found["name"], "" if is_folder else found["file"], what=what)
    if is_folder:
        return Name(name, "") if _GRADESCOPE.fullmatch(name) else None
    if found := _BLACKBOARD.fullmatch(name):
        what = "file" if found["file"] else "note"
        key = f"{found['work']}_{found['user']}"
        return Name(key, found["user"], found["file"] or "", found["date"], what=what)
    if found := _CANVAS.fullmatch(name):
        return _canvas(found)
    return None


def _canvas(found: re.Match[str]) -> Name:
    number = _VERSION.search(found["file"] or "")
    return Name(
        key=f"{found['name']}_{found['user']}",
        student=found["name"],
        file=_VERSION.sub("", found["file"] or "", count=1),
        version=(int(number[1]) if number else 0, int(found["upload"] or 0)),
        what="file" if found["file"] else "text",
        is_late=bool(found["late"]),
    )


def safe(key: str) -> tuple[str, bool]:
    """Return a key as a file name that every system can have, and whether it was bent for that.

    Example:
        >>> safe("Ada Lovelace_77"), safe("Žofie"), safe("../..")
        (('Ada-Lovelace-77', False), ('Zofie', True), ('submission', True))
    """
    plain = unicodedata.normalize("NFKD", key)
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    ascii_only = letters.encode("ascii", "ignore").decode()
    short = re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-")
    name = short[:LONGEST].rstrip("-") or "submission"
    is_bent = not key.isascii() or name != short or bool(RESERVED.fullmatch(name))
    return name, is_bent


def marked(name: str, place: str) -> str:
    """Return a name with a mark that only what lies at `place` has."""
    return f"{name}-{hashlib.sha256(place.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


def readable(name: str) -> str:
    """Return a name that can be printed and written, whatever bytes it was made of."""
    return visible(name.encode("utf-8", "backslashreplace").decode())
