"""Who a submission is from, where the name of its file or folder does not say it all."""

import os.path
import re
from collections.abc import Iterable, Sequence

from grader.classroom.names import Name
from grader.classroom.tree import Entry, Tree, join

METADATA = "submission_metadata.yml"  # Gradescope's
MAX_BYTES = 20_000_000  # of a platform's own files


class People:
    """Looks names up in the files that platforms put beside submissions."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._metadata: dict[str, dict[str, str]] = {}  # by folder

    def student(self, folder: str, group: Sequence[tuple[Name, Entry]]) -> str:
        """Return the name that a platform's own file tells, else the one in the file name."""
        name = group[0][0]
        if not name.student:
            if folder not in self._metadata:
                self._metadata[folder] = submitters(self._text(join(folder, METADATA)))
            return self._metadata[folder].get(name.key, "")
        notes = [entry.name for one, entry in group if one.what == "note"]
        told = self._text(join(folder, notes[-1])) if notes else ""
        first = re.search(r"(?m)^Name: *(.+?) *(?:\([^()]*\))? *$", told.replace("\r", ""))
        return first[1] if first else name.student

    def logins(self, folder: str, entries: Iterable[Entry]) -> dict[str, str]:
        """Return the users' names of GitHub Classroom's folders, "assignment-user"."""
        names = [
            entry.name
            for entry in entries
            if entry.is_folder and self._tree.has(join(join(folder, entry.name), ".git"))
        ]
        shared = os.path.commonprefix(names).rpartition("-")  # noqa: RUF071  # of texts, yes
        if len(names) < 2 or not shared[1]:
            return {}
        return {name: name[len(shared[0]) + 1 :] for name in names}

    def _text(self, path: str) -> str:
        try:
            content = self._tree.read(path, MAX_BYTES) if self._tree.has(path) else b""
        except OSError:
            content = b""
        return (content or b"").decode("utf-8-sig", "replace")


def submitters(text: str) -> dict[str, str]:
    """Return who handed in what, from Gradescope's metadata.

    Only its shape is relied on: "submission_N:" without indent, "submitters" with two blanks, and
    "name" in a list below.
    """
    names: dict[str, list[str]] = {}
    key = section = ""
    for line in text.splitlines():
        if found := re.match(r"(submission_\d+):", line):
            key, section = found[1], ""
        elif found := re.match(r"  :?(\w+):", line):
            section = found[1]
        elif section == "submitters" and (found := re.match(r"[ -]+:?name: *(.+)", line)):
            names.setdefault(key, []).append(found[1].strip().strip("'\""))
    return {key: " and ".join(found) for key, found in names.items()}
