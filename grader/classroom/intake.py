"""What is a submission, and whose: all that lies in a folder or zip is one, or listed as none."""

import os.path
from collections import Counter
from dataclasses import dataclass, field, replace

from grader.classroom.names import Name, marked, parse, readable, safe
from grader.classroom.people import METADATA, People
from grader.classroom.tree import Entry, Tree, join, walk
from grader.classroom.words import tell
from grader.submission import FILES

BELOW = 2  # folders that agent.py may lie down
ENDINGS = (".py", ".zip")
ARCHIVES = (".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz")


@dataclass(frozen=True)
class Found:
    """A submission as it was found.

    Attributes:
        id: its own among all, safe as a file name, and the same next time.
        parts: (the name it gets, its path); the one part of a folder has no name.
        superseded: the earlier attempts.
    """

    id: str
    student: str
    parts: tuple[tuple[str, str], ...]
    is_late: bool = False
    superseded: tuple[str, ...] = ()


@dataclass
class Intake:
    """All that was found: submissions in the order of their ids, and what is none, with why."""

    submissions: list[Found] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)


def gather(tree: Tree) -> Intake:
    """Look through a tree. Two submissions never get the same id."""
    looker = _Looker(tree)
    looker.look("")
    ids = _ids([(key, origin) for key, origin, _ in looker.found])
    submissions = [
        replace(found, id=one, student=readable(found.student))
        for one, (_, _, found) in zip(ids, looker.found, strict=True)
    ]
    unsafe = [(name, tell("unsafe path")) for name in getattr(tree, "unsafe", [])]
    by_id = sorted(submissions, key=lambda found: found.id)
    return Intake(by_id, sorted(looker.left_out + unsafe))


def _ids(keys: list[tuple[str, str]]) -> list[str]:
    """Return an id for each key; where two would be one, each gets a mark of where it is from."""
    pairs = [(*safe(key), origin) for key, origin in keys]
    ids = [marked(name, origin) if is_bent else name for name, is_bent, origin in pairs]
    while (taken := Counter(one.casefold() for one in ids)) and max(taken.values()) > 1:
        ids = [
            marked(one, origin) if taken[one.casefold()] > 1 else one
            for one, (_, _, origin) in zip(ids, pairs, strict=True)
        ]
    return ids


class _Looker:
    """Goes through folders that hold submissions."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._people = People(tree)
        self.found: list[tuple[str, str, Found]] = []  # with a key, and where that key is from
        self.left_out: list[tuple[str, str]] = []

    def look(self, folder: str, prefix: str = "", depth: int = 0) -> None:
        entries = self._tree.children(folder)
        logins = self._people.logins(folder, entries)
        groups: dict[str, list[tuple[Name, Entry]]] = {}
        for entry in entries:
            name = parse(entry.name, entry.is_folder)
            path = join(folder, entry.name)
            if name:
                groups.setdefault(name.key, []).append((name, entry))
            elif entry.is_folder and depth < BELOW and self._is_class(path, len(entries) == 1):
                inner = "" if len(entries) == 1 else f"{prefix}{entry.name} "
                self.look(path, inner, depth + 1)
            elif entry.name != METADATA:
                self._plain(entry, path, prefix, logins.get(entry.name, ""))
        for key, group in groups.items():
            self._platform(folder, prefix + key, group)

    def _is_class(self, path: str, is_alone: bool) -> bool:
        """Whether a folder with a plain name holds submissions instead of being one."""
        entries = self._tree.children(path)
        if any(entry.name in FILES for entry in entries):
            return False
        if any(parse(entry.name, entry.is_folder) for entry in entries):
            return True
        endings = (".zip", ".py") if is_alone else (".zip",)
        likely = [
            self._holds_files(join(path, entry.name))
            if entry.is_folder
            else entry.name.lower().endswith(endings)
            for entry in entries
        ]
        return sum(likely) > 1

    def _holds_files(self, path: str) -> bool:
        found = walk(self._tree, path, BELOW)
        return any(name.rpartition("/")[2] in FILES for name, _ in found)

    def _plain(self, entry: Entry, path: str, prefix: str, login: str) -> None:
        """Note what has a name that no platform gave it."""
        key = entry.name if entry.is_folder else os.path.splitext(entry.name)[0]
        reason = self._useless(entry, path)
        if reason:
            self.left_out.append((path, reason))
            return
        part = "" if entry.is_folder else entry.name
        self.found.append((prefix + key, path, Found("", login or key, ((part, path),))))

    def _useless(self, entry: Entry, path: str) -> str:
        if entry.problem:
            return entry.problem
        if entry.is_folder:
            found = walk(self._tree, path, BELOW)
            usable = any(_is_usable(name.rpartition("/")[2]) for name, _ in found)
            return "" if usable else tell("nothing in it", files=", ".join(FILES))
        if entry.name.lower().endswith(ARCHIVES):
            return tell("other archive")
        return "" if entry.name.lower().endswith(ENDINGS) else tell("other file")

    def _platform(self, folder: str, key: str, group: list[tuple[Name, Entry]]) -> None:
        """Note what belongs to one student by its names: the latest attempt counts."""
        student = self._people.student(folder, group)
        texts = [entry.name for name, entry in group if name.what == "text"]
        self.left_out += [(join(folder, text), tell("online text")) for text in texts]
        files = [(name, entry) for name, entry in group if name.what == "file"]
        last = max((name.attempt for name, _ in files), default="")
        latest = [pair for pair in files if pair[0].attempt == last]
        parts, older = _newest(latest)
        older += [entry.name for name, entry in files if name.attempt != last]
        found = Found(
            "",
            student,
            tuple((name, join(folder, entry)) for name, entry in parts),
            any(name.is_late for name, _ in latest),
            tuple(sorted(join(folder, entry) for entry in older)),
        )
        self.found.append((key, f"{folder}/{key}/", found))  # without a file: a row all the same


def _newest(files: list[tuple[Name, Entry]]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return (the learner's name, ours) of each file in its last version, and our older ones."""
    newest: dict[str, tuple[Name, Entry]] = {}
    older = []
    for name, entry in sorted(files, key=lambda pair: pair[0].version):
        if name.file in newest:
            older.append(newest[name.file][1].name)
        newest[name.file] = (name, entry)
    return sorted((file, entry.name) for file, (_, entry) in newest.items()), older


def _is_usable(name: str) -> bool:
    return name in FILES or name.lower().endswith(ENDINGS)
