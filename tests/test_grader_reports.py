"""What people reported of other graders and notebook tools, as tests of ours.

Each test is named by the report, as its public tracker has it. Not here: otter-grader#813, which is
about many submissions at once. What notebooks must not hold at all stands in `test_notebooks.py`.
"""

import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import nbformat
import pytest
import test_notebooks as gate
from hypothesis import given, settings
from hypothesis import strategies as st
from nbclient.exceptions import CellExecutionError, DeadKernelError
from test_grader_cases import AGENTS, NINE, ROOT, SCHEMA, graded, hand_in, message, verdict

import grader.__main__ as command
from dev import execute
from grader.conversation import Conversation
from grader.limits import Limits
from grader.plain import plain
from voicekit import lab, workspace
from voicekit.errors import BadInput
from voicekit.lab import home
from voicekit.lab.shipped import solution_source

CI_S = 60  # in which a notebook that can't go on must be red


def notebook(*sources: str) -> nbformat.NotebookNode:
    made: nbformat.NotebookNode = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_code_cell(source) for source in sources]
    return made


def shown(cell: Any) -> str:
    return gate.printed(cell)


def report_of(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_bytes().decode("utf-8"))
    jsonschema.validate(document, SCHEMA)
    return document


def test_jupyter_nbgrader_427(tmp_path: Path) -> None:
    """A list that grows for ever fails its own row; the eight others are graded."""
    hand_in(tmp_path, "hostile/memory_creeps.py")
    report = graded(tmp_path, *NINE, limits=Limits())

    verdicts = {name: verdict(report, name) for name in NINE}
    assert verdicts == dict.fromkeys(NINE, "PASSED") | {"confirm_no": "FAILED"}
    said = message(report, "confirm_no")
    assert "ran out of memory" in said or "no answer in" in said
    assert report.verdict == "FAILED"


def test_jupyter_nbgrader_pr_1324(tmp_path: Path) -> None:
    """A notebook that hides its errors is red in CI. (A check in it: case 36 of the sixty.)"""
    blind = "get_ipython().showtraceback = lambda *args, **kwargs: None"
    with pytest.raises(CellExecutionError):
        execute.run(notebook(blind, "assert False"), tmp_path)


def test_jupyter_nbgrader_1083(tmp_path: Path) -> None:
    """Cells that were copied, id and all, judge alike; of one cut in two, each half is judged."""
    solved = ROOT / "solutions" / "03_booking_confirm.ipynb"
    whole = next(gate.source(c) for c in gate.cells(solved) if c["id"] == "confirm-yes")
    half, other = whole.split("\ndef _book", 1)
    other = f"%%agent confirm-yes\ndef _book{other}"
    made = notebook("import voicekit.lab", whole, whole, 'check("confirm-yes")', half, other, whole)
    for cell in made.cells[1:3]:
        cell.id, cell.metadata = "confirm-yes", {"grade_id": "confirm-yes", "points": 1}
    execute.run(made, tmp_path)

    said = [shown(cell) for cell in made.cells[1:]]
    assert [text.count("PASSED") for text in said] == [2, 2, 2, 0, 0, 2]
    assert "no attribute '_book'" in said[3]
    assert "no attribute '_yes'" in said[4]


def test_jupyter_nbgrader_1682(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deleted cell costs nothing: what is judged is the file, not the notebook."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))
    home.fill(tmp_path)
    (tmp_path / "agent" / "agent.py").write_text(solution_source("agent.py"), "utf-8")
    path = tmp_path / "notebooks" / "05_booking_retry.ipynb"
    document = json.loads(path.read_text("utf-8"))
    document["cells"] = [cell for cell in document["cells"] if cell["id"] != "search-retry"]
    path.write_text(json.dumps(document), "utf-8")

    assert lab.check("search-retry").passed
    assert graded(tmp_path / "agent", "retry_ok", "retry_fail").verdict == "PASSED"


def test_ucbds_infra_otter_grader_305(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our own fault in the middle of a run leaves a report that says whose it is."""
    hand_in(tmp_path / "agent", "hostile/right_agent.py")
    (tmp_path / "room").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "room"))
    play = Conversation.play

    def broken(self: Conversation, scenario: Any) -> Any:
        if scenario.name == "retry_ok":
            raise RuntimeError("ours")
        return play(self, scenario)

    monkeypatch.setattr(Conversation, "play", broken)
    file = tmp_path / "report.json"

    assert command.main([str(tmp_path / "agent"), "--json", str(file)]) == 3
    document = report_of(file)
    assert document["verdict"] == "GRADER ERROR"
    assert [check for check in document["checks"] if check["verdict"] == "FAILED"] == []
    assert "no fault of the agent" in capsys.readouterr().err
    assert list((tmp_path / "room").iterdir()) == []


def test_ucbds_infra_otter_grader_305_disk_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A report that can't be written at the end is our fault too, and not the code of FAILED."""
    hand_in(tmp_path / "agent", "wrong/no_wait.py")
    real = workspace.write

    def full(path: Path, text: str) -> None:
        if "did not come to its end" not in text:
            raise BadInput(str(path), expected="a place that can be written to", got="disk full")
        real(path, text)

    monkeypatch.setattr(workspace, "write", full)
    file = tmp_path / "report.json"

    assert command.main([str(tmp_path / "agent"), "--only", "booking", "--json", str(file)]) == 3
    assert report_of(file)["verdict"] == "GRADER ERROR"
    assert "disk full" in capsys.readouterr().err


def test_ucbds_infra_otter_grader_138(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Passing what is printed is never told as passing everything."""
    hand_in(tmp_path, "cases/canned_replay.py")

    assert command.main([str(tmp_path), "--only", "booking"]) == 1
    last = capsys.readouterr().out.rstrip().splitlines()[-1]
    assert "printed 9 of 9" in last
    assert "varied 9 of 9" not in last
    assert "varied" in last
    assert last.endswith("FAILED")


def test_ucbds_infra_otter_grader_34(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier agent that still has its name in the notebook is not what is judged."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))
    file = tmp_path / "agent" / "agent.py"
    file.parent.mkdir()
    file.write_text(solution_source("agent.py"), "utf-8")
    agent = lab.load_agent().VoiceAgent
    assert lab.check("confirm-yes").passed
    file.write_text(
        solution_source("agent.py").replace("self.api.book(*self.read_back)", "pass"), "utf-8"
    )

    assert not lab.check("confirm-yes").passed
    assert agent is not lab.load_agent().VoiceAgent


def test_ucbds_infra_otter_grader_890(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report says which file was judged, and which version of it."""
    file = hand_in(tmp_path, "hostile/right_agent.py") / "agent.py"
    command.main([str(tmp_path), "--only", "booking"])

    first = capsys.readouterr().out.splitlines()[0]
    assert str(file) in first
    assert f"sha256 {hashlib.sha256(file.read_bytes()).hexdigest()[:8]}" in first


def test_cs50_check50_374(tmp_path: Path) -> None:
    """A stray line changes no verdict; classes and exceptions are told by name."""
    report = graded(hand_in(tmp_path, "cases/returns_classes.py"), "wants_human")

    assert verdict(report, "wants_human") == "FAILED"
    assert "state is a type" in message(report, "wants_human")
    assert "debug: Can I book on Friday" in report.learner_output
    jsonschema.validate(json.loads(json.dumps(report.as_json(), allow_nan=False)), SCHEMA)
    hand_in(tmp_path, "cases/prints_debug.py")
    assert graded(tmp_path, "one_shot").verdict == "PASSED"


class _Odd:
    def __str__(self) -> str:
        raise ValueError("no text")

    def __reduce__(self) -> Any:
        raise ValueError("no pickle")


_ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.complex_numbers(),
    st.sampled_from([int, ValueError, ValueError("x"), _Odd(), object(), len, ...]),
)


@given(
    st.recursive(
        _ATOMS,
        lambda inner: st.one_of(
            st.lists(inner),
            st.tuples(inner, inner),
            st.dictionaries(st.one_of(st.text(), st.integers(), st.none()), inner),
        ),
        max_leaves=20,
    )
)
@settings(max_examples=200, deadline=None)
def test_cs50_check50_374_any_value(value: Any) -> None:
    """Whatever `handle` returns, what crosses is JSON."""
    crossed = plain(value)

    assert json.loads(json.dumps(crossed, allow_nan=False)) == crossed


def test_cs50_check50_94(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes that are no text, and half a character, are shown escaped in a file that is UTF-8."""
    hand_in(tmp_path / "agent", "cases/prints_debug.py")
    file = tmp_path / "report.json"

    assert command.main([str(tmp_path / "agent"), "--only", "booking", "--json", str(file)]) == 0
    document = report_of(file)
    assert r"bytes: \xff\xfe\x80" in document["learner_output"]
    assert document["scenarios"]["one_shot"]["turns"][0]["say"] == "half \ud800 a character"
    assert r"\xff\xfe\x80" in capsys.readouterr().out


def test_computationalmodelling_nbval_147(tmp_path: Path) -> None:
    """An unknown magic swallows no error: the second oracle raises."""
    with pytest.raises(CellExecutionError):
        execute.run(notebook("%no_such_magic\nraise ValueError"), tmp_path)


def test_computationalmodelling_nbval_108(tmp_path: Path) -> None:
    """A cell that is marked as raising, and no longer does, can't be: none may be marked so."""
    document = json.loads(gate.SOLVED[0].read_text("utf-8"))
    code = next(cell for cell in document["cells"] if cell["cell_type"] == "code")
    code["metadata"]["tags"] = ["raises-exception"]
    (tmp_path / "doctored.ipynb").write_text(json.dumps(document), "utf-8")

    with pytest.raises(AssertionError):
        gate.test_stored_cells_were_run_in_order_without_error(tmp_path / "doctored.ipynb")


def test_computationalmodelling_nbval_41(tmp_path: Path) -> None:
    """A kernel that dies in its first cell is red soon, and the cell is named."""
    began = time.monotonic()
    with pytest.raises(DeadKernelError) as dead:
        execute.run(notebook("import os\nos._exit(0)", "1 + 1"), tmp_path)

    assert time.monotonic() - began < CI_S
    told = " ".join([str(dead.value), *getattr(dead.value, "__notes__", [])])
    assert "os._exit(0)" in told


BURSTS = "import time\nprint('one')\ntime.sleep(0.2)\nprint('two', flush=True)\nprint('three')"


def test_computationalmodelling_nbval_54(tmp_path: Path) -> None:
    """Lines that a cell prints in several bursts are compared as one text, each time alike."""
    made = notebook(*[BURSTS] * 3)
    for number, cell in enumerate(made.cells, start=1):
        cell.execution_count = number
        cell.outputs = [nbformat.v4.new_output("stream", text="one\ntwo\nthree\n")]
    nbformat.write(made, tmp_path / "bursts.ipynb")
    options = ["--nbval", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    options += ["--override-ini=filterwarnings=", "--override-ini=addopts="]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "bursts.ipynb"],
        env=execute.environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-3000:]
    assert "3 passed" in done.stdout


@pytest.mark.parametrize("path", gate.SOLVED, ids=lambda path: path.stem)
def test_computationalmodelling_nbval_6(path: Path) -> None:
    """No cell asks the clock or luck, whose answers nobody can store."""
    code = "\n".join(gate.source(cell) for cell in gate.cells(path))

    for word in ("time.time(", "perf_counter(", "datetime.now(", "today(", "random.", "id("):
        assert word not in code


def test_every_fixture_is_somebodys() -> None:
    """Each agent of tests/agents/cases is used in one of the two files."""
    used = Path(__file__).read_text("utf-8") + (ROOT / "tests/test_grader_cases.py").read_text(
        "utf-8"
    )
    names = [path.stem for path in (AGENTS / "cases").iterdir()]

    assert [name for name in names if name not in used] == []
