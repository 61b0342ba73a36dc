"""What a verdict judged, and whether it has changed since.

A verdict is about parts of files: each region of agent.py, the code around the regions, each key
of a JSON file. What was not written yet when it was judged was filled in for it, so writing that
later leaves the verdict as true as it was.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from voicekit import checksums, workspace
from voicekit.errors import BadInput
from voicekit.lab import regions
from voicekit.lab.exercises import EXERCISES, Exercise

Parts = Mapping[tuple[str, str], str]  # (file, part) -> digest


@dataclass(frozen=True)
class Judged:
    """The files that a verdict is about, as they were when it was judged."""

    one: Exercise
    folder: Path
    named: tuple[str, ...]
    parts: Parts

    def __str__(self) -> str:
        return f"Judged: {', '.join(self.named)}" if self.named else ""

    def changed(self, passed: bool) -> list[str]:
        """Return the files that are no longer what was judged.

        Args:
            passed: whether all of it was right, so that what is new in a file is something else's.
        """
        now = parts(self.one, self.folder)
        looked_at = self.parts if passed else {**_own(now, self.one), **self.parts}
        return list(
            dict.fromkeys(key[0] for key in looked_at if now.get(key) != self.parts.get(key))
        )


def judged(one: Exercise, folder: Path) -> Judged:
    """Return what a verdict on an exercise is about to be about."""
    return Judged(one, folder, tuple(named(one, folder)), parts(one, folder))


def named(one: Exercise, folder: Path) -> Iterator[str]:
    """Yield the exercise's files, each with the start of its SHA-256."""
    for name in _known(one):
        if mark := checksums.short(folder / name):
            yield f"{name} (sha256 {mark})"


def stale_line(files: list[str], what: str) -> str:
    """Return the line that stands before a verdict on files that have changed, "" for none."""
    if not files:
        return ""
    have = "has" if len(files) == 1 else "have"
    return f"STALE: {', '.join(files)} {have} changed since; {what}."


def parts(one: Exercise, folder: Path) -> Parts:
    """Return a digest of each part of the files that an exercise's verdict depends on."""
    names = [*_known(one)]
    if "agent.py" in names:
        names += sorted(path.name for path in folder.glob("*.py") if path.name != "agent.py")
    found = {}
    for name in names:
        for part, text in _split(folder / name, one).items():
            found[name, part] = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return found


def _known(one: Exercise) -> list[str]:
    """Return the names of the files that an exercise is judged by, its own first."""
    others = [other.file for other in EXERCISES if other.word == one.word]
    return list(dict.fromkeys([one.file, *others, *(["agent.py"] if one.word == "traces" else [])]))


def _own(now: Parts, one: Exercise) -> Parts:
    """Return the parts of a JSON file that may be an exercise's; a region has its own name."""
    return {} if one.is_region else {key: now[key] for key in now if key[0] == one.file}


def _split(path: Path, one: Exercise) -> dict[str, str]:
    try:
        text = workspace.read_text(path)
    except FileNotFoundError:
        return {"": "not there"} if path.name == one.file else {}
    except BadInput as bad:
        return {"": str(bad)}
    if path.suffix == ".py":
        return {key: body for key, body in _regions(text).items() if body or key == one.name}
    return _keys(text) if path.suffix == ".json" else {"": text}


@lru_cache(maxsize=64)
def _regions(source: str) -> dict[str, str]:
    """Return each region's body, "" where it is not written yet, and under "" all around them."""
    try:
        rest, found = source, {}
        for name in regions.names(source):
            body = regions.body(source, name)
            found[name] = "" if regions.is_stub(body, name) else body
            rest = regions.replace(rest, name, "")
    except (BadInput, ValueError, RecursionError, MemoryError):  # no Python, or without its marks
        return {"": source}
    return {"": rest, **found}


def _keys(text: str) -> dict[str, str]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {"": text}
    if not isinstance(document, dict):
        return {"": text}
    return {key: json.dumps(value) for key, value in document.items()}
