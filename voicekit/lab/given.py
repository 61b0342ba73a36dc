"""The cells that the lab gives: which a learner changed or deleted, and how they come back.

Notes, cells of one's own, and what stands in exercise cells are a learner's work, and no matter
here. Nor does any of this count in a verdict: files are judged, not cells.

$VOICE_HOME/notebooks/.given.json  a digest of each given cell in every version that came, so that
                                   an older notebook is not taken for a changed one
"""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab.exercises import EXERCISES, Exercise
from voicekit.lab.shipped import ROOT

Cell = dict[str, Any]
Known = dict[str, dict[str, list[str]]]  # notebook -> cell -> digests

SHIPPED = ROOT / "notebooks"
# To be changed: their text says so. A "-solution" cell, too: it is a comment that one takes away.
TO_TRY = {"try-out", "your-try", "live", "prompts"}
LOOKS_AT_VERDICTS = {"compare"}
PIECES = 4  # a cell that was split in more of them counts as changed
EXERCISE_NAMES = {one.name for one in EXERCISES}


def remarks(notebooks: Path, shipped: Path = SHIPPED) -> list[str]:
    """Return a line for each of a learner's notebooks in which given cells were changed."""
    told, known = [], _known(notebooks)
    for source in sorted(shipped.glob("*.ipynb")):
        mine = cells(notebooks / source.name)
        if mine is not None:
            found = [*_changes(mine, cells(source) or [], known.get(source.name, {}))]
            found += _missing(mine, source.stem)
            if found:
                restore = f"python -m voicekit.lab restore {source.stem}"
                told.append(f"{source.name}: {'; '.join(found)}. Restore with: {restore}")
    return told


def remember(notebooks: Path, source: Path) -> None:
    """Note the given cells of a notebook that comes now."""
    known, before = _known(notebooks), _known(notebooks)
    seen = known.setdefault(source.name, {})
    for cell in _given(cells(source) or []):
        digests = seen.setdefault(cell["id"], [])
        if (now := _digest([cell])) not in digests:
            digests.append(now)
    if known != before:
        workspace.write(notebooks / ".given.json", workspace.as_json(known))


def cells(path: Path) -> list[Cell] | None:
    """Return a notebook's cells, with their sources as text; None where it can't be read."""
    try:
        found = json.loads(path.read_text("utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in found if cell["cell_type"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_given(cell: Cell) -> bool:
    """Whether a shipped cell is code that is meant to stay as it is."""
    name = cell["id"]
    theirs = name in EXERCISE_NAMES or name in TO_TRY or name.endswith("-solution")
    return cell["cell_type"] == "code" and not theirs


def has_check(mine: list[Cell], one: Exercise) -> bool:
    """Whether any cell judges an exercise, be it moved, doubled or split."""
    call = re.compile(rf"""(?m)^%%agent +{one.name}\b|^[^#\n]*\b(save|check)\(["']{one.name}["']""")
    theirs = [cell for cell in mine if cell["cell_type"] == "code" and not _asks_only(cell)]
    return any(call.search(cell["source"]) for cell in theirs)


def _asks_only(cell: Cell) -> bool:
    """Whether a given cell looks at an exercise's verdict without being that exercise."""
    return cell.get("id") in LOOKS_AT_VERDICTS


def _changes(mine: list[Cell], lab: list[Cell], known: Mapping[str, list[str]]) -> Iterator[str]:
    there, ids = {*_runs(mine)}, {cell.get("id") for cell in mine}
    other = [
        cell["id"]
        for cell in _given(lab)
        if there.isdisjoint({_digest([cell]), *known.get(cell["id"], [])})
    ]
    if changed := [name for name in other if name in ids]:
        yield f"given cells changed: {', '.join(changed)}"
    if gone := [name for name in other if name not in ids]:
        yield f"given cells missing: {', '.join(gone)}"


def _missing(mine: list[Cell], notebook: str) -> list[str]:
    wanted = [one for one in EXERCISES if one.notebook == notebook]
    missing = [one for one in wanted if not has_check(mine, one)]
    files = ", ".join(dict.fromkeys(one.file for one in missing))
    names = ", ".join(one.name for one in missing)
    harmless = f"harmless: python -m grader judges {files}"
    return [f"check cell missing: {names} ({harmless})"] if missing else []


def _given(lab: list[Cell]) -> list[Cell]:
    return [cell for cell in lab if is_given(cell)]


def _runs(mine: list[Cell]) -> Iterator[str]:
    """Yield a digest of each code cell, and of each few that follow one another: one was split."""
    code = [cell for cell in mine if cell["cell_type"] == "code"]
    for start in range(len(code)):
        for pieces in range(1, PIECES + 1):
            yield _digest(code[start : start + pieces])


def _digest(run: list[Cell]) -> str:
    """Return what tells code from other code; blank lines and blanks at ends of lines do not."""
    lines = [line.rstrip() for cell in run for line in cell["source"].splitlines()]
    return sha256("\n".join(filter(None, lines)).encode("utf-8", "replace")).hexdigest()


def _known(notebooks: Path) -> Known:
    try:
        known = workspace.read_json(notebooks / ".given.json")
        return {name: {**digests} for name, digests in known.items()}
    except (FileNotFoundError, BadInput, AttributeError, TypeError):  # then only this version's
        return {}
