"""Where submissions are: a folder, or one zip of all. Files are named by paths with slashes."""

import errno
import os
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.classroom.archive import BROKEN, ignored, problem, safe_name
from grader.classroom.words import tell
from voicekit.errors import BadInput

MAX_WALKED = 20_000  # files of one submission that are looked at


@dataclass(frozen=True)
class Entry:
    """A file or a folder. What can't be read has a `problem`."""

    name: str
    is_folder: bool
    problem: str = ""


class Tree(Protocol):
    """Files in folders."""

    def children(self, path: str) -> list[Entry]:
        """Return what is in a folder, in order, without what is always ignored."""

    def has(self, path: str) -> bool:
        """Whether there is something at a path, ignored or not."""

    def read(self, path: str, most: int) -> bytes | None:
        """Return a file's content; None where it is more than `most` bytes. Raises OSError."""


def join(folder: str, name: str) -> str:
    """Return the path of something in a folder; "" is the top."""
    return f"{folder}/{name}" if folder else name


def walk(tree: Tree, path: str, depth: int = 40) -> Iterator[tuple[str, Entry]]:
    """Yield the files below a folder with their paths in it, those further up first."""
    level = [""]
    left = MAX_WALKED
    while level and depth >= 0:
        below = []
        for folder in level:
            for entry in tree.children(join(path, folder) if folder else path):
                name = join(folder, entry.name)
                if entry.is_folder:
                    below.append(name)
                else:
                    yield name, entry
                left -= 1
                if not left:
                    return
        level, depth = below, depth - 1


class FolderTree:
    """A folder on disk. Links are not followed."""

    def __init__(self, top: Path) -> None:
        self._top = top

    def children(self, path: str) -> list[Entry]:
        try:
            with os.scandir(self._top / path) as found:
                entries = [_on_disk(one) for one in found if not ignored(one.name)]
        except OSError:
            return []
        return sorted(entries, key=lambda entry: entry.name)

    def has(self, path: str) -> bool:
        return os.path.lexists(self._top / path)

    def read(self, path: str, most: int) -> bytes | None:
        if not stat.S_ISREG(os.lstat(self._top / path).st_mode):
            raise OSError(errno.EINVAL, tell("no regular file"))
        with open(self._top / path, "rb") as file:
            content = file.read(most + 1)
        return content if len(content) <= most else None


def _on_disk(entry: "os.DirEntry[str]") -> Entry:
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISDIR(mode):
        return Entry(entry.name, is_folder=True)
    if stat.S_ISLNK(mode):
        return Entry(entry.name, is_folder=False, problem=tell("a link"))
    problem = "" if stat.S_ISREG(mode) else tell("no regular file")
    return Entry(entry.name, is_folder=False, problem=problem)


class ZipTree:
    """One zip of all. Nothing of it is unpacked; a file is read when it is asked for.

    Attributes:
        unsafe: the names of what was left out since its path leads out of the zip.

    Raises:
        BadInput: it is no zip that can be read.
    """

    def __init__(self, path: Path) -> None:
        self.unsafe: list[str] = []
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self._folders: dict[str, dict[str, bool]] = {"": {}}  # name of a child: is it a folder?
        try:
            self._zip = zipfile.ZipFile(path)
        except BROKEN as error:
            raise BadInput(str(path), expected="a zip that can be read", got=str(error)) from None
        for info in self._zip.infolist():
            self._add(info)

    def _add(self, info: zipfile.ZipInfo) -> None:
        name = safe_name(info.filename)
        if name is None:
            self.unsafe.append(info.filename)
        if not name:
            return
        parts = name.split("/")
        for number in range(len(parts)):
            folder = "/".join(parts[:number])
            is_folder = number < len(parts) - 1 or info.is_dir()
            self._folders.setdefault(folder, {}).setdefault(parts[number], is_folder)
        if not info.is_dir():
            self._infos[name] = info

    def children(self, path: str) -> list[Entry]:
        return [
            self._entry(join(path, name), name, is_folder)
            for name, is_folder in sorted(self._folders.get(path, {}).items())
            if not ignored(name)
        ]

    def _entry(self, path: str, name: str, is_folder: bool) -> Entry:
        info = self._infos.get(path)
        return Entry(name, is_folder, (problem(info) or "") if info and not is_folder else "")

    def has(self, path: str) -> bool:
        return path in self._infos or path in self._folders

    def read(self, path: str, most: int) -> bytes | None:
        try:
            if why := problem(self._infos[path]):
                raise OSError(errno.EINVAL, why)
            with self._zip.open(self._infos[path]) as file:
                content = file.read(most + 1)
        except BROKEN as error:
            why = getattr(error, "strerror", None) or str(error)
            raise OSError(errno.EINVAL, why) from None
        return content if len(content) <= most else None


def open_tree(path: Path) -> Tree:
    """Return the tree at `path`.

    Raises:
        BadInput: there is neither a folder nor a zip that can be read.
    """
    if path.is_dir():
        return FolderTree(path)
    if path.suffix.lower() == ".zip" and path.is_file():
        return ZipTree(path)
    got = "something else" if path.exists() else "nothing there"
    raise BadInput(str(path), expected="a folder of submissions, or one zip of all", got=got)
