"""Executes the solved notebooks and stores their outputs: `python -m dev.execute [NAME …]`.

Each runs in a folder of its own that is made for it, as a learner would have it who comes to that
step: so each runs alone.
"""

import copy
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4.rwbase import split_lines

from dev.derive import as_text, with_solutions
from voicekit.lab import home
from voicekit.lab.shipped import ROOT

CELL_S = 60


def main(names: list[str]) -> int:
    """Execute the notebooks whose names start so, or all."""
    for path in sorted((ROOT / "solutions").glob("*.ipynb")):
        if not names or any(path.name.startswith(name) for name in names):
            print(path.name, flush=True)
            with tempfile.TemporaryDirectory() as folder:
                execute(path, Path(folder))
    return 0


def execute(path: Path, folder: Path) -> None:
    """Execute a notebook with `folder` as the learner's, and store its outputs.

    Raises:
        CellExecutionError: a cell raised; the notebook is as it was.
    """
    notebook = nbformat.read(path, as_version=4)
    kept: list[list[NotebookNode]] = []

    def keep(cell: NotebookNode, cell_index: int) -> None:
        done = notebook.cells[len(kept) : cell_index]
        kept.extend(copy.deepcopy(earlier.get("outputs", [])) for earlier in done)

    run(notebook, folder, keep)
    for cell, outputs in zip(notebook.cells, kept, strict=False):  # nothing follows the last
        if cell.cell_type == "code":  # as it was then: later cells make earlier verdicts stale
            cell.outputs = outputs
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it ran is nobody's business
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
    path.write_text(as_text(with_solutions(split_lines(notebook))), "utf-8")


def run(
    notebook: NotebookNode, folder: Path, on_cell_execute: Callable[..., None] | None = None
) -> None:
    """Execute a notebook in memory, in a fresh kernel that knows only `folder`."""
    home.fill(folder)
    client = NotebookClient(
        notebook,
        timeout=CELL_S,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder / "notebooks")}},
        on_cell_execute=on_cell_execute,
    )
    begun: list[str] = []
    client.on_cell_start = lambda cell, **_: begun.append(cell.source)
    try:
        client.execute(env=environment(folder))
    except DeadKernelError as dead:  # which does not say where
        dead.add_note(f"in the cell: {begun[-1] if begun else 'before the first'}")
        raise


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a notebook's kernel: its own folders, our Python first."""
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "VOICE_HOME": str(folder),
        "IPYTHONDIR": str(folder / ".ipython"),
        "PYTHONPATH": str(ROOT),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
