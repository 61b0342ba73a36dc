"""What the lab ships: solutions and notebooks, found beside the package in the checkout."""

import json
import re
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import voicekit
from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab import regions
from voicekit.lab.exercises import Exercise

ROOT = Path(voicekit.__file__).resolve().parents[1]
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
_DETAILS = re.compile(r"<details>.*?<summary>.*?</summary>(.*?)</details>", re.DOTALL)


def solution_source(file: str) -> str:
    """Return the text of a finished module, such as "agent.py".

    Raises:
        BadInput: it is not there: the lab is not installed from its checkout.
    """
    return _shipped(ROOT / "solutions" / file)


def solution(one: Exercise) -> str:
    """Return what solves an exercise: its region, or the part of its cell."""
    if one.is_region:
        return regions.body(solution_source(one.file), one.name)
    source = _cell(one.notebook, one.name)
    inner = source.partition(BEGIN)[2].partition("\n")[2].partition(END)[0]
    return textwrap.dedent(inner or source).strip() + "\n"


def hints(one: Exercise) -> list[str]:
    """Return an exercise's hints, the mildest first."""
    found = _DETAILS.findall(_cell(one.notebook, f"{one.name}-hints"))
    return [" ".join(text.split()) for text in found]


def _cell(notebook: str, cell_id: str) -> str:
    for cell in _notebook(notebook)["cells"]:
        if cell["id"] == cell_id:
            return "".join(cell["source"])
    raise BadInput(f"{notebook}.ipynb", expected=f"a cell {cell_id}", got="none")


@cache
def _notebook(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_shipped(ROOT / "solutions" / f"{name}.ipynb"))
    return document


def _shipped(path: Path) -> str:
    try:
        return workspace.read_text(path)
    except FileNotFoundError:
        raise BadInput(
            str(path.name),
            expected=f"the lab's checkout at {ROOT}",
            got="nothing there",
            next_step="Install the lab from its checkout: make lab.",
        ) from None
