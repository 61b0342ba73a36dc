"""Brings the given cells of a notebook back, and keeps all that is the learner's."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab.exercises import exercise
from voicekit.lab.given import EXERCISE_NAMES, SHIPPED, Cell, cells, has_check, is_given
from voicekit.lab.writing import now_stamp


def restore(
    name: str,
    notebooks: Path,
    shipped: Path = SHIPPED,
    stamp: Callable[[], str] = now_stamp,
) -> list[str]:
    """Bring back the given cells of one notebook; return what was done, in lines.

    Exercise cells, notes and cells of the learner's own stay. A copy of the notebook as it was is
    made first.

    Raises:
        BadInput: there is no such notebook, or no copy can be made. Nothing was changed.
    """
    names = sorted(path.stem for path in shipped.glob("*.ipynb"))
    stem = name.removesuffix(".ipynb")
    if stem not in names:
        raise BadInput("notebook", expected=f"one of {', '.join(names)}", got=name)
    source, target = shipped / f"{stem}.ipynb", notebooks / f"{stem}.ipynb"
    kept = workspace.back_up(target, stamp())
    workspace.write(target, _document(source, target))
    lines = [f"restored: {target.name}. Your answers, your notes and your own cells are in it."]
    if kept:
        lines.append(f"As it was, it is kept: {kept}")
        lines.append("If it is open now: File > Reload Notebook from Disk.")
    return lines


def _document(source: Path, target: Path) -> str:
    document: dict[str, Any] = json.loads(source.read_text("utf-8"))
    mine = cells(target)
    if mine is not None:
        lab = [{**cell, "source": "".join(cell["source"])} for cell in document["cells"]]
        document["cells"] = _merged(mine, lab)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _merged(mine: list[Cell], lab: list[Cell]) -> list[Cell]:
    """Return the lab's cells in their order, each followed by what the learner put after it."""
    given = {cell["id"] for cell in lab}
    theirs: dict[str, Cell] = {}
    own: dict[str, list[Cell]] = {}  # after which given cell; "": before all
    last = ""
    for cell in mine:
        if cell.get("id") in given and cell["id"] not in theirs:
            last = cell["id"]
            theirs[last] = cell
        else:
            own.setdefault(last, []).append(cell)
    merged = own.get("", [])
    for cell in lab:
        merged = [*merged, *_one(theirs.get(cell["id"]), cell, mine), *own.get(cell["id"], [])]
    return _told_apart(merged)


def _one(mine: Cell | None, lab: Cell, all_mine: list[Cell]) -> list[Cell]:
    """Return what stands where the lab gives a cell: the learner's where that is work."""
    there = [mine] if mine else []
    if lab["id"] in EXERCISE_NAMES:  # without its check, an answer is neither written nor judged
        checked = has_check(all_mine, exercise(lab["id"]))
        return there if checked else [lab, *there]
    same = mine and mine["source"] == lab["source"]
    return there if mine and (same or not is_given(lab)) else [lab]


def _told_apart(merged: list[Cell]) -> list[Cell]:
    """Give each cell an id of its own, as Jupyter asks for."""
    used: set[str] = set()
    apart = []
    for cell in merged:
        first = name = str(cell.get("id") or "cell")
        number = 1
        while name in used:
            number += 1
            name = f"{first}-{number}"
        used.add(name)
        apart.append({**cell, "id": name})
    return apart
