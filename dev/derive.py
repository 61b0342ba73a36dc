"""Derives what learners open from what is solved: `python -m dev.derive [--check]`.

    solutions/agent.py      regions ──> the %%agent cells of solutions/*.ipynb
    solutions/agent.py      blanked ──> notebooks/starter/agent.py
    solutions/*.ipynb       blanked ──> notebooks/*.ipynb
    voicekit, grader, solutions, notebooks: checksums ──> voicekit/manifest.json

In a solved notebook, a cell whose id is an exercise's name is that exercise's. One that does not
start with %%agent has its solution between two marks, and after the first one what stands there
instead:

    ### BEGIN SOLUTION: tools = ...
    tools = {…}
    ### END SOLUTION

A cell tagged "author" is not for learners: it tries a wrong answer.
"""

import argparse
import copy
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from voicekit import checksums
from voicekit.lab import regions
from voicekit.lab.exercises import EXERCISES
from voicekit.lab.shipped import BEGIN, END, ROOT, solution_source

Notebook = dict[str, Any]
_SOLUTION = re.compile(rf"^([ \t]*){BEGIN}: *(.*)\n(?:.*\n)*?[ \t]*{END}", re.MULTILINE)
NAMES = {one.name: one for one in EXERCISES}


def main(arguments: list[str] | None = None) -> int:
    """Write what is derived, or with --check say what is not as it should be."""
    parser = argparse.ArgumentParser("python -m dev.derive", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if anything differs")
    options = parser.parse_args(arguments)
    stale = False
    for path, text in derived():  # each is written before the next is derived, maybe from it
        if not _is(path, text):
            stale = True
            print(f"{'stale' if options.check else 'written'}: {path.relative_to(ROOT)}")
            if not options.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    if stale and options.check:
        print("To write them: python -m dev.derive")
    return int(stale and options.check)


def derived(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Yield every derived file with the text that it should have."""
    for file in sorted({one.file for one in EXERCISES if one.is_region}):
        yield root / "notebooks" / "starter" / file, regions.blanked(solution_source(file))
    for path in sorted((root / "solutions").glob("*.ipynb")):
        solved = with_solutions(json.loads(path.read_text("utf-8")))
        yield path, as_text(solved)
        yield root / "notebooks" / path.name, as_text(blanked(solved))
    yield root / checksums.MANIFEST, checksums.manifest(root)


def with_solutions(notebook: Notebook) -> Notebook:
    """Return a solved notebook with the regions of the finished modules in its %%agent cells."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook["cells"]:
        one = NAMES.get(cell["id"])
        if one and one.is_region:
            head = f"%%agent {one.name}\n"
            body = regions.body(solution_source(one.file), one.name)
            _set_source(cell, head + body)
    return notebook


def blanked(notebook: Notebook) -> Notebook:
    """Return what learners get of a solved notebook: no solutions, no outputs, no author cells."""
    notebook = copy.deepcopy(notebook)
    cells = [c for c in notebook["cells"] if "author" not in c["metadata"].get("tags", [])]
    notebook["cells"] = [_blanked(cell) for cell in cells]
    return notebook


def _blanked(cell: dict[str, Any]) -> dict[str, Any]:
    cell["metadata"] = {}
    if cell["cell_type"] == "code":
        cell |= {"outputs": [], "execution_count": None}
    if one := NAMES.get(cell["id"]):
        source = "".join(cell["source"])
        if one.is_region:
            head, _, body = source.partition("\n")
            _set_source(cell, f"{head}\n{regions.stub(body, one.name)}")
        else:
            _set_source(cell, _SOLUTION.sub(r"\1\2", source))
    return cell


def _set_source(cell: dict[str, Any], source: str) -> None:
    cell["source"] = source.rstrip("\n").splitlines(keepends=True)


def as_text(notebook: Notebook) -> str:
    """Return a notebook as Jupyter itself would write it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
