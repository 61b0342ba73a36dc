"""A submission as it is sent to be graded: its files as bytes, and how to grade it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypedDict

from grader.classroom.intake import Found
from grader.classroom.tree import Tree, walk
from grader.classroom.words import tell
from grader.messages import say
from grader.submission import FILES, MAX_ALL_BYTES, MAX_FILE_BYTES, MAX_FILES


class Options(TypedDict):
    """What a report depends on beside the submission: the same for a whole class."""

    seed: int
    only: list[str]  # words
    feedback: str
    lab: str  # which lab grades


@dataclass
class Parcel:
    """What a process needs to grade one submission, wherever it runs.

    Attributes:
        files: content by name; names have slashes.
        remarks: what was left out.
    """

    id: str
    title: str
    options: Options
    files: dict[str, bytes] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def content(self) -> str:
        """Return the SHA-256 of all that came from the learner."""
        digest = sha256(repr((self.id, self.title, self.remarks)).encode("utf-8", "replace"))
        for name in sorted(self.files):
            digest.update(repr((name, sha256(self.files[name]).hexdigest())).encode())
        return digest.hexdigest()


def empty(found: Found, options: Options) -> Parcel:
    """Return a submission's parcel without its files."""
    title = tell("title", student=found.student, id=found.id) if found.student else found.id
    return Parcel(found.id, title, options)


def pack(tree: Tree, found: Found, options: Options) -> Parcel:
    """Read a submission. What is too big, too much or can't be read is left out with a remark."""
    parcel = empty(found, options)
    room = MAX_ALL_BYTES
    for name, path, problem in _wanted(tree, found):
        if len(parcel.files) == MAX_FILES:
            parcel.remarks.append(say("left out", count=MAX_FILES))
            break
        most = min(room, MAX_ALL_BYTES if name.lower().endswith(".zip") else MAX_FILE_BYTES)
        content, problem = (None, problem) if problem else _read(tree, path, most)
        if content is None:
            parcel.remarks.append(tell("left out", name=name, why=problem))
            continue
        parcel.files[name] = content
        room -= len(content)
    return parcel


def _wanted(tree: Tree, found: Found) -> list[tuple[str, str, str]]:
    """Return (name, path, problem) of the files, those first that others must not crowd out."""
    rows = [row for part in found.parts for row in _rows(tree, *part)]
    return sorted(rows, key=lambda row: (_rank(row[0]), row[0].count("/"), row[0]))


def _rank(name: str) -> int:
    last = name.rpartition("/")[2]
    return 0 if last in FILES else 1 if last.lower().endswith((".py", ".zip")) else 2


def _rows(tree: Tree, name: str, path: str) -> Iterator[tuple[str, str, str]]:
    if name:
        yield name, path, ""
        return
    for inner, entry in walk(tree, path):
        yield inner, f"{path}/{inner}", entry.problem


def _read(tree: Tree, path: str, most: int) -> tuple[bytes | None, str]:
    try:
        content = tree.read(path, most)
    except OSError as error:
        return None, tell("unreadable", why=error.strerror or type(error).__name__)
    return content, tell("too big", most=most // 10**6)
