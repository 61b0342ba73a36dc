"""docs/integrations: what an instructor copies out grades a right and a wrong agent.

The other tools themselves are not needed here. Of nbgrader and otter each file gets just the names
that it asks for; `apt-get`, Gradescope's folders and a forge's checkout are stand-ins.
"""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import grader.__main__ as command
import voicekit
from grader.classroom import command as class_command
from grader.reports.files import FORMATS
from voicekit.scenarios import load

ROOT = Path(__file__).parents[1]
FILES = ROOT / "docs" / "integrations"
GUIDE = (ROOT / "docs" / "instructors.md").read_text("utf-8")
AGENTS = ROOT / "tests" / "agents"
CHECKS, ONLY_AGENT, WRONG = 25, 20, 18  # points: all, of agent.py alone, of no_books.py
POSIX = pytest.mark.skipif(os.name != "posix", reason="a shell script")
each_zip = pytest.mark.parametrize("inside", [".", "agent"], ids=["files", "folder"])


def hand_in(folder: Path, name: str) -> None:
    """Lay an agent into a folder, as agent.py, with the one that it builds on."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(AGENTS / "wrong" / "plain_agent.py", folder)
    shutil.copy(AGENTS / "wrong" / f"{name}.py", folder / "agent.py")


def script(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


def lab_in(folder: Path) -> None:
    """Put a stand-in for an installed lab somewhere: its Python is this one."""
    script(folder / ".venv" / "bin" / "python", f'exec "{sys.executable}" "$@"')


def environ(**more: object) -> dict[str, str]:
    return {**os.environ, **{key: str(value) for key, value in more.items()}}


# nbgrader


def notebook() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FILES / "nbgrader" / "voice.ipynb").read_text("utf-8"))
    return document


def run_cell(folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    """Run the test cell in a folder, as a kernel would; print what it comes to on a last line."""
    (cell,) = [cell for cell in notebook()["cells"] if cell["cell_type"] == "code"]
    source = "".join(cell["source"])
    return subprocess.run(
        [sys.executable, "-c", source.replace("\npoints", "\nprint(points)")],
        cwd=folder,
        env=environ(VOICE_LAB_PYTHON=python),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("agent", "points"), [("plain_agent", ONLY_AGENT), ("no_books", WRONG), (None, 0)]
)
def test_the_nbgrader_cell_comes_to_the_points(
    tmp_path: Path, agent: str | None, points: int
) -> None:
    """Its last value is a number, which is what nbgrader takes for partial credit."""
    if agent:
        hand_in(tmp_path / "agent", agent)
    done = run_cell(tmp_path, sys.executable)

    assert done.returncode == 0
    assert done.stderr == ""  # nbgrader gives no points where anything was written to it
    assert done.stdout.splitlines()[-1] == str(points)
    assert f"{points} of {CHECKS} points" in done.stdout


@POSIX
@pytest.mark.parametrize("code", [0, 1, 3, 64])
def test_without_a_report_the_nbgrader_cell_ends_its_kernel(tmp_path: Path, code: int) -> None:
    """No value is left that could be taken for points."""
    broken = script(tmp_path / "python", f"exit {code}")
    done = run_cell(tmp_path, str(broken))

    assert done.returncode == 3
    assert not done.stdout.strip()


def test_the_nbgrader_cell_is_worth_what_can_be_earned() -> None:
    """It is locked, graded and worth as many points as there are checks."""
    (cell,) = [cell for cell in notebook()["cells"] if cell["cell_type"] == "code"]
    mark = cell["metadata"]["nbgrader"]

    assert (mark["grade"], mark["locked"], mark["solution"]) == (True, True, False)
    assert mark["points"] == CHECKS


def test_nbgrader_is_told_to_drop_a_learners_cells_before_its_own_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Emptied first, then filled again from nbgrader's records."""
    names = ["CheckCellMetadata", "NbGraderPreprocessor", "OverwriteCells", "OverwriteKernelspec"]
    module = ModuleType("nbgrader.preprocessors")
    vars(module).update({name: type(name, (), {}) for name in names})
    monkeypatch.setitem(sys.modules, "nbgrader", ModuleType("nbgrader"))
    monkeypatch.setitem(sys.modules, "nbgrader.preprocessors", module)
    parts = {name: SimpleNamespace() for name in ("Autograde", "OverwriteCells", "Execute")}
    config = SimpleNamespace(**parts)
    file = FILES / "nbgrader" / "nbgrader_config.py"
    made = runpy.run_path(str(file), {"get_config": lambda: config})

    order = [step.__name__ for step in config.Autograde.sanitize_preprocessors]
    assert order.index("Emptied") < order.index("OverwriteCells")
    assert config.OverwriteCells.add_missing_cells
    handed_in = SimpleNamespace(cells=["a learner's"])
    assert made["Emptied"]().preprocess(handed_in, {}) == (handed_in, {})
    assert handed_in.cells == []


# otter-grader


class Case:
    """What otter's `test_case` keeps of a case."""

    def __init__(self, name: str, points: int) -> None:
        self.name, self.points = name, points

    def __call__(self, function: Any) -> "Case":
        self.run = function
        return self

    def passes(self) -> bool:
        try:
            self.run()
        except AssertionError as error:
            return not str(error).partition(":")[0].isupper()  # a verdict, then what it is about
        return True


@pytest.fixture
def otter_cases(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load otter's test file in a folder, as otter does; return its cases."""
    module = ModuleType("otter.test_files")
    vars(module)["test_case"] = Case
    monkeypatch.setitem(sys.modules, "otter", ModuleType("otter"))
    monkeypatch.setitem(sys.modules, "otter.test_files", module)

    def load(folder: Path, python: str = sys.executable) -> list[Case]:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("VOICE_LAB_PYTHON", python)
        made = runpy.run_path(str(FILES / "otter" / "tests" / "voice.py"))
        return [value for value in made.values() if isinstance(value, Case)]

    return load


@each_zip
@pytest.mark.parametrize(("agent", "points"), [("plain_agent", ONLY_AGENT), ("no_books", WRONG)])
def test_otter_has_a_case_for_each_check(
    tmp_path: Path, otter_cases: Any, agent: str, points: int, inside: str
) -> None:
    """Under names of their own, one point each."""
    hand_in(tmp_path / inside, agent)
    cases = otter_cases(tmp_path)

    assert len({case.name for case in cases}) == len(cases) == CHECKS
    assert {case.points for case in cases} == {1}
    assert sum(case.passes() for case in cases) == points


@POSIX
def test_without_a_report_otter_gets_no_results(tmp_path: Path, otter_cases: Any) -> None:
    """It then says that the autograder failed, not that the learner did."""
    with pytest.raises(RuntimeError, match="grader failed"):
        otter_cases(tmp_path, str(script(tmp_path / "python", "exit 1")))


def test_otters_envelope_has_no_code() -> None:
    """It takes the place of whatever notebook a learner might hand in under its name."""
    assert json.loads((FILES / "otter" / "envelope.ipynb").read_text("utf-8"))["cells"] == []


# Gradescope


@pytest.fixture
def gradescope(tmp_path: Path) -> Path:
    """Gradescope's folders, somewhere else, with the lab set up in them."""
    for name in ("source/lab", "submission", "results"):
        (tmp_path / name).mkdir(parents=True)
    lab_in(tmp_path / "source" / "lab")
    return tmp_path


def run_autograder(top: Path) -> int:
    command = [str(FILES / "gradescope" / "run_autograder")]
    done = subprocess.run(command, env=environ(AUTOGRADER=top), capture_output=True, check=False)
    return done.returncode


@POSIX
@each_zip
@pytest.mark.parametrize(("agent", "points"), [("plain_agent", ONLY_AGENT), ("no_books", WRONG)])
def test_gradescope_gets_its_results(
    gradescope: Path, agent: str, points: int, inside: str
) -> None:
    """A verdict of whatever kind is a run that worked."""
    hand_in(gradescope / "submission" / inside, agent)

    assert run_autograder(gradescope) == 0
    results = json.loads((gradescope / "results" / "results.json").read_text("utf-8"))
    assert results["score"] == points
    assert sum(test["max_score"] for test in results["tests"]) == CHECKS


@POSIX
@pytest.mark.parametrize("code", [3, 64])
def test_gradescope_gets_no_score_where_nothing_was_judged(gradescope: Path, code: int) -> None:
    """It then says that the autograder failed, and shows no 0."""
    results = gradescope / "results" / "results.json"
    python = gradescope / "source" / "lab" / ".venv" / "bin" / "python"
    script(python, f'echo "{{}}" > "{results}"', f"exit {code}")

    assert run_autograder(gradescope) == code
    assert not results.exists()


@POSIX
@pytest.mark.parametrize(("is_old", "made_with"), [(False, "python3"), (True, "python3.11")])
def test_gradescopes_set_up_takes_a_python_that_the_lab_can_use(
    gradescope: Path, is_old: bool, made_with: str
) -> None:
    """The system's, or 3.11 beside one that is older; bubblewrap comes first of all."""
    log, tools = gradescope / "log", gradescope / "bin"
    note = f'echo "$(basename "$0") $*" >> "{log}"'
    script(tools / "apt-get", note)
    script(tools / "python3.11", note)
    script(tools / "python3", note, f'[ "$1" != -c ] || exit {int(is_old)}')
    script(gradescope / "source" / "lab" / ".venv" / "bin" / "python", note)
    path = os.pathsep.join([str(tools), os.environ["PATH"]])
    subprocess.run(
        ["bash", str(FILES / "gradescope" / "setup.sh")],
        env=environ(AUTOGRADER=gradescope, PATH=path),
        check=True,
    )
    calls = log.read_text().splitlines()

    assert any(call.startswith("apt-get install") and "bubblewrap" in call for call in calls)
    assert f"{made_with} -m venv .venv" in calls
    (locked,) = [call for call in calls if "--require-hashes" in call]
    assert (ROOT / locked.split()[-1]).is_file()
    assert calls[-1].endswith("-e .")


# a learner's repository


def workflow() -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load((FILES / "ci.yml").read_text("utf-8"))
    return loaded


def test_the_workflow_takes_this_version_and_has_no_rights() -> None:
    """Actions are pinned to commits, as in the lab's own workflow; nothing can be written."""
    text = (FILES / "ci.yml").read_text("utf-8")
    (job,) = workflow()["jobs"].values()
    (lab,) = [step["with"] for step in job["steps"] if step.get("with", {}).get("path") == "lab"]

    assert lab["ref"] == f"v{voicekit.__version__}"
    assert workflow()["permissions"] == {"contents": "read"}
    assert job["timeout-minutes"] <= 30
    assert re.findall(r"uses: (?![\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n)", text) == []


@POSIX
@pytest.mark.parametrize(("agent", "code"), [("plain_agent", 1), ("no_books", 1), (None, 1)])
def test_the_workflow_leaves_a_report(tmp_path: Path, agent: str | None, code: int) -> None:
    """Its own lines, set-up aside, in a folder with both checkouts."""
    (tmp_path / "work" / "agent").mkdir(parents=True)
    if agent:
        hand_in(tmp_path / "work" / "agent", agent)
    lab_in(tmp_path / "lab")
    (job,) = workflow()["jobs"].values()
    lines = [step["run"] for step in job["steps"] if "run" in step]
    (line,) = [line for line in lines if "-m grader" in line]
    shell = ["bash", "-e", "-c", line]
    done = subprocess.run(shell, cwd=tmp_path, capture_output=True, check=False)

    assert done.returncode == code  # without the files of the other steps, all is not passed
    kept = [step["with"]["path"] for step in job["steps"] if "upload" in step.get("uses", "")]
    assert kept == ["report"]
    found = {path.suffix for path in (tmp_path / "report").iterdir()}
    assert found == {".xml", ".html", ".json"}


# JupyterHub


def test_each_user_of_a_jupyterhub_gets_a_folder_before_the_server(tmp_path: Path) -> None:
    """Filled by the lab, then the server with the hub's own arguments."""
    config = SimpleNamespace(Spawner=SimpleNamespace())
    file = FILES / "jupyterhub_config.py"
    runpy.run_path(str(file), {"get_config": lambda: config})
    shell, option, line, *rest = config.Spawner.cmd

    assert (shell, option, len(rest)) == ("sh", "-c", 1)
    assert line.index("voicekit.lab up --fill-only") < line.index('jupyterhub-singleuser "$@"')


# scenarios of one's own


def test_the_scenario_of_ones_own_tells_right_from_wrong(tmp_path: Path) -> None:
    """A right agent passes it; one that takes every answer to the read-back for a yes does not."""
    (own,) = load(FILES / "other_day.json")
    for name, code in (("plain_agent", 0), ("no_books", 1)):
        hand_in(tmp_path / name, name)
        arguments = [tmp_path / name, "--scenarios", FILES / "other_day.json"]
        assert command.main([str(argument) for argument in arguments]) == code

    assert own.name not in [scenario.name for scenario in load()]


# the guide


def test_the_guide_names_every_file() -> None:
    """What is ready to be used is found from the guide."""
    for path in FILES.rglob("*.*"):
        if "__pycache__" not in path.parts:
            assert f"integrations/{path.relative_to(FILES).as_posix()}" in GUIDE


def test_every_option_in_the_guide_exists(capsys: pytest.CaptureFixture[str]) -> None:
    """Of `python -m grader`, and of grading a class."""
    with pytest.raises(SystemExit):
        class_command.main(["--help"])
    known = capsys.readouterr().out
    known += " ".join(f"--{name}" for name in [*FORMATS, "only", "scenarios", "spawn"])
    lines = [line for line in GUIDE.splitlines() if "-m grader" in line]
    used = {option for line in lines for option in re.findall(r"--[a-z]+", line)}

    assert len(lines) > 3
    assert {option for option in used if option not in known} == set()
