"""Other graders of notebooks, installed into environments of their own, with the same nine."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nine.ways import PLAY, ROOT, Way
from peers.environments import environment, run
from voicekit.scenarios import load

NAMES = [scenario.name for scenario in load()]
# Newest when this was written. Otter brings no kernel; the agent needs what locks/core.txt names.
PACKAGES = {"nbgrader": "nbgrader==0.9.6", "otter": "otter-grader==7.0.0"}
NEEDED = ["ipykernel==7.4.0", "transitions==0.9.3", "six==1.17.0"]


def peers(room: Path, kept: Path) -> Iterator[tuple[str, Way]]:
    """Install the others and prepare the same nine for each.

    Raises:
        SystemExit: they can't be installed.
    """
    for name, make in (("nbgrader", _nbgrader), ("otter", _otter)):
        python = environment(kept / name, [PACKAGES[name], *NEEDED])
        work = room / name
        work.mkdir()
        environ = {"PYTHONPATH": str(ROOT), "HOME": str(work)}
        environ["PATH"] = os.pathsep.join([str(python.parent), os.environ["PATH"]])
        yield name, make(work, environ)


def _nbgrader(work: Path, environ: Mapping[str, str]) -> Way:
    tests = [_cell(f"play({name!r})", name, _marked(name)) for name in NAMES]
    for place in ("source/nine", "submitted/ada/nine"):
        (work / place).mkdir(parents=True)
        _notebook(work / place / "nine.ipynb", [_cell(PLAY, "play"), *tests])
    run(["nbgrader", "generate_assignment", "nine"], work, environ=environ)
    autograded = work / "autograded" / "ada" / "nine" / "nine.ipynb"

    def judged(_: str) -> bool:
        cells = json.loads(autograded.read_text("utf-8"))["cells"]
        executed = [cell["execution_count"] for cell in cells]
        return None not in executed and '"error"' not in json.dumps([c["outputs"] for c in cells])

    return Way(["nbgrader", "autograde", "nine", "--force"], work, environ, judged)


def _otter(work: Path, environ: Mapping[str, str]) -> Way:
    (work / "tests").mkdir()
    for name in NAMES:
        case = {"code": f">>> play({name!r})\n", "hidden": False, "locked": False}
        suite = {"cases": [case], "scored": True, "setup": "", "teardown": "", "type": "doctest"}
        test = {"name": name, "points": 1, "suites": [suite]}
        (work / "tests" / f"{name}.py").write_text(
            f"OK_FORMAT = True\n\ntest = {test!r}\n", "utf-8"
        )
    head = "import otter\ngrader = otter.Notebook()\n"
    checks = [_cell(f"grader.check({name!r})", name) for name in NAMES]
    _notebook(work / "nine.ipynb", [_cell(head + PLAY, "play"), *checks])
    run(["otter", "generate", "-t", "tests", "-o", "autograder.zip"], work, environ=environ)
    results = work / "results.json"

    def judged(_: str) -> bool:
        rows = [r for r in json.loads(results.read_text("utf-8"))["tests"] if "score" in r]
        return sum(row["score"] for row in rows) == len(NAMES)

    command = ["otter", "run", "-a", "autograder.zip", "-o", ".", "--no-logo", "nine.ipynb"]
    return Way(command, work, environ, judged)


def _cell(source: str, name: str, metadata: Any = None) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": name.replace("_", "-"),
        "source": source,
        "metadata": metadata or {},
        "outputs": [],
        "execution_count": None,
    }


def _marked(name: str) -> dict[str, Any]:
    """Return the metadata of a test cell of nbgrader's."""
    mark = {"grade": True, "grade_id": name, "locked": True, "points": 1, "schema_version": 3}
    return {"nbgrader": {**mark, "solution": False, "task": False}}


def _notebook(path: Path, cells: list[dict[str, Any]]) -> None:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4}
    path.write_text(json.dumps({**document, "nbformat_minor": 5}), "utf-8")
