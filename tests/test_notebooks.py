"""The notebooks: derived ones are current, solved ones say what is stored, all of them run.

Two oracles, since nbval passes some things that are errors (an unknown magic that swallows the
rest of its cell, a cell that was never run): nbval compares outputs, nbclient raises.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from dev import derive, execute
from voicekit.lab.exercises import EXERCISES
from voicekit.lab.shipped import solution_source

ROOT = Path(__file__).parents[1]
SOLVED = sorted((ROOT / "solutions").glob("*.ipynb"))
DERIVED = sorted((ROOT / "notebooks").glob("*.ipynb"))
each_solved = pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
each_derived = pytest.mark.parametrize("path", DERIVED, ids=lambda path: path.stem)
AGENT_EXERCISES = [one for one in EXERCISES if one.is_region]


def cells(path: Path, kind: str = "code") -> list[dict[str, Any]]:
    document = json.loads(path.read_text("utf-8"))
    return [cell for cell in document["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def printed(cell: Any) -> str:
    """Return all the text that a cell put out."""
    outputs = cell.get("outputs", [])
    return "".join(
        "".join(out.get("text", "")) + "".join(out.get("data", {}).get("text/plain", ""))
        for out in outputs
    )


def test_what_is_derived_is_current() -> None:
    """`python -m dev.derive` would change nothing."""
    stale = [path.name for path, text in derive.derived() if not derive._is(path, text)]

    assert stale == []


def test_every_notebook_has_its_two_forms() -> None:
    """What is solved is derived, and nothing else lies in notebooks/."""
    assert [path.name for path in SOLVED] == [path.name for path in DERIVED]
    assert len(SOLVED) >= 9


@each_solved
def test_stored_cells_were_run_in_order_without_error(path: Path) -> None:
    """nbval compares nothing in a cell that has no number."""
    counts = [cell["execution_count"] for cell in cells(path) if source(cell).strip()]

    assert counts == list(range(1, len(counts) + 1))
    for cell in cells(path):
        assert not any(out["output_type"] == "error" for out in cell["outputs"]), source(cell)
        assert "NBVAL_SKIP" not in source(cell)
        assert "raises-exception" not in cell["metadata"].get("tags", [])
        assert "exit(" not in source(cell)


@each_solved
def test_stored_outputs_name_nothing_of_one_machine_or_day(path: Path) -> None:
    """No paths, addresses or ports."""
    text = "".join(printed(cell) for cell in cells(path))

    for word in (str(ROOT), "/tmp/", "/home/", "/root/", " at 0x", "127.0.0.1:"):
        assert word not in text


@each_derived
def test_a_notebook_is_short_and_has_speaking_ids(path: Path) -> None:
    """At most about 25 cells, prose in small portions, ids that a translation can use as keys."""
    everything = json.loads(path.read_text("utf-8"))["cells"]

    assert len(everything) <= 32
    assert len({cell["id"] for cell in everything}) == len(everything)
    for cell in everything:
        assert cell["id"] == cell["id"].lower()
        assert not cell["id"].isalnum() or not any(c.isdigit() for c in cell["id"]), cell["id"]


@pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.name)
def test_every_exercise_has_its_four_cells(one: Any) -> None:
    """Task, exercise, hints and solution, in this order, with the exercise's name as id."""
    path = ROOT / "notebooks" / f"{one.notebook}.ipynb"
    ids = [cell["id"] for cell in json.loads(path.read_text("utf-8"))["cells"]]
    wanted = [f"{one.name}-task", one.name, f"{one.name}-hints", f"{one.name}-solution"]

    assert [name for name in ids if name in wanted] == wanted
    by_id = {c["id"]: c for c in json.loads(path.read_text("utf-8"))["cells"]}
    assert 2 <= source(by_id[wanted[2]]).count("<details>") <= 4
    assert f'solution("{one.name}")' in source(by_id[wanted[3]])


@pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.name)
def test_every_exercise_has_a_wrong_answer_that_is_told(one: Any) -> None:
    """An author's cell tries a plausible mistake, and its stored verdict names a cause."""
    path = ROOT / "solutions" / f"{one.notebook}.ipynb"
    tries = [
        printed(cell)
        for cell in cells(path)
        if "author" in cell["metadata"].get("tags", []) and one.name in source(cell)
    ]

    assert any("FAILED" in text and "due" in text for text in tries)


@each_solved
def test_solved_notebook_says_what_is_stored(path: Path, tmp_path: Path) -> None:
    """Alone, in a fresh folder, each cell's output is the stored one (nbval)."""
    execute.home.fill(tmp_path)
    options = ["--nbval", "--nbval-cell-timeout=60", "-q", "-p", "no:cacheprovider"]
    options += ["--nbval-sanitize-with", str(ROOT / "dev" / "nbval.cfg")]
    options += ["--override-ini=filterwarnings=", "--override-ini=addopts=", "-p", "no:xdist"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(path)],
        env=execute.environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(cells(path))} passed" in done.stdout


@each_derived
def test_derived_notebook_runs_and_nothing_is_attempted(path: Path, tmp_path: Path) -> None:
    """Restart-and-Run-All is no error for a learner who has written nothing yet (nbclient)."""
    notebook = nbformat.read(path, as_version=4)
    execute.run(notebook, tmp_path)

    exercises = [one.name for one in EXERCISES if one.notebook == path.stem]
    verdicts = {cell.id: printed(cell) for cell in notebook.cells if cell.id in exercises}
    assert list(verdicts) == exercises
    assert all("NOT ATTEMPTED" in text for text in verdicts.values())


def test_all_solved_notebooks_in_a_row_arrive_at_the_solution(tmp_path: Path) -> None:
    """One learner, one folder, from the starter to exactly solutions/agent.py (nbclient)."""
    for path in SOLVED:
        execute.run(nbformat.read(path, as_version=4), tmp_path)

    agent = tmp_path / "agent"
    assert (agent / "agent.py").read_text("utf-8") == solution_source("agent.py")
    done = subprocess.run(
        [sys.executable, "-m", "grader", str(agent)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@each_derived
def test_code_of_a_derived_notebook_is_python(path: Path) -> None:
    """A magic that is misspelt would swallow the rest of its cell: only known ones stand."""
    for cell in cells(path):
        lines = source(cell).splitlines()
        magics = [line for line in lines if line.startswith(("%", "!"))]
        assert all(line.startswith(("%%agent ", "!voice-llm ", "!python ")) for line in magics)
        ast.parse("\n".join(line for line in lines if line not in magics))
