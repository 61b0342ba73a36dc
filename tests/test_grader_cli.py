"""The command line: exit codes, files, bad input, and that a report outlives everything."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import grader.__main__ as command
from grader.verdicts import Verdict

ROOT = Path(__file__).parent.parent
AGENTS = ROOT / "tests" / "agents"
SCHEMA = json.loads((ROOT / "grader" / "report.schema.json").read_text("utf-8"))
RIGHT = AGENTS / "wrong" / "plain_agent.py"


def run(*arguments: object) -> int:
    """Run the command in this process; argparse leaves by SystemExit."""
    try:
        return command.main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        return int(leaving.code or 0)


def written(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    jsonschema.validate(document, SCHEMA)
    return document


def test_passed_is_0_and_the_report_keeps_its_schema(tmp_path: Path) -> None:
    """The whole report of a right agent, as a file."""
    file = tmp_path / "report.json"

    assert run(RIGHT, "--only", "booking", "--json", file) == 0
    document = written(file)
    assert document["verdict"] == "PASSED"
    assert document["score"] == document["max_score"] == 20
    assert document["scenarios"]["retry_fail"]["waits"] == [0.5, 1.0]
    assert document["scenarios"]["wants_human"]["handoff"]["reason"] == "user_request"


@pytest.mark.parametrize(
    ("source", "code", "verdict"),
    [
        ("wrong/no_wait.py", 1, "FAILED"),
        (None, 1, "NOT ATTEMPTED"),
        ("class VoiceAgent: (", 2, "NOT GRADABLE"),
    ],
)
def test_other_verdicts_have_their_codes(
    tmp_path: Path, source: str | None, code: int, verdict: str
) -> None:
    """The exit code is that of the most severe verdict, and the file says the same."""
    path = tmp_path / "agent.py"
    if source and source.endswith(".py"):
        path = AGENTS / source
    elif source:
        path.write_text(source)
    folder = path if source else tmp_path

    assert run(folder, "--only", "booking", "--json", tmp_path / "report.json") == code
    assert written(tmp_path / "report.json")["verdict"] == verdict


def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    """Nothing in a report depends on the clock, on addresses or on order."""
    for name in ("first.json", "second.json"):
        agent = AGENTS / "wrong" / "async_handle.py"
        run(agent, "--only", "booking", "--seed", 5, "--json", tmp_path / name)

    assert (tmp_path / "first.json").read_bytes() == (tmp_path / "second.json").read_bytes()


def test_our_own_mistake_is_3_and_leaves_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of the grader never counts against the learner, and never leaves nothing."""

    def broken(*_: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(command, "grade", broken)

    assert run(RIGHT, "--json", tmp_path / "report.json") == 3
    assert written(tmp_path / "report.json")["verdict"] == "GRADER ERROR"
    assert "no fault of the agent" in capsys.readouterr().err


def test_a_file_is_there_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends the run: the file does not say PASSED."""
    file = tmp_path / "report.json"

    def killed(*_: object) -> None:
        assert written(file)["verdict"] == "GRADER ERROR"
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "grade", killed)
    with pytest.raises(KeyboardInterrupt):
        run(RIGHT, "--json", file)

    assert written(file)["verdict"] == "GRADER ERROR"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--only", "cooking"],
        ["--only", ""],
        ["no/such/folder"],
        [str(ROOT / "README.md")],
        ["--seed", "x"],
        ["--no-such-option"],
        [str(RIGHT), "--json", str(ROOT / "README.md" / "report.json")],
        [str(RIGHT), "--json", "no/such/folder/report.json"],
        [str(RIGHT), "--json", str(RIGHT)],
        [str(RIGHT), "--json", str(RIGHT.parent / "traces.jsonl")],
        [str(RIGHT), "--json", os.devnull],
        ["x" * 5000],
    ],
    ids=lambda arguments: " ".join(arguments).replace(str(ROOT), "")[-60:],
)
def test_bad_usage_is_64_and_one_clear_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is graded, and standard error says why."""
    assert run(*arguments) == 64
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    assert len(told.err.split("usage:")[0].strip().splitlines()) == 1


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What it leads to is written."""
    (tmp_path / "link.json").symlink_to("report.json")
    run(RIGHT, "--only", "booking", "--json", tmp_path / "link.json")

    assert (tmp_path / "link.json").is_symlink()
    assert written(tmp_path / "report.json")["verdict"] == "PASSED"


def test_a_word_twice_is_that_word(capsys: pytest.CaptureFixture[str]) -> None:
    """Points are not counted twice."""
    assert run(RIGHT, "--only", "booking,booking") == 0
    assert "20 of 20 points (printed 9 of 9, varied 9 of 9): PASSED" in capsys.readouterr().out


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for the agent in /proc")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_stopped_it_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    """No process, no copies, no traceback; and an exit code that is no verdict."""
    seconds = f"60.{os.getpid()}{len(name)}"  # by which it is found
    agent = f"import os\nos.execlp('sleep', 'sleep', {seconds!r})\nclass VoiceAgent: pass\n"
    (tmp_path / "agent.py").write_text(agent)
    room = tmp_path / "tmp"
    room.mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "grader", str(tmp_path), "--only", "booking"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(room)},
        stderr=subprocess.PIPE,
    ) as grader:
        while not _running(seconds):  # the agent is being imported now
            assert grader.poll() is None
        grader.send_signal(getattr(signal, name))
        _, told = grader.communicate(timeout=20)

    assert grader.returncode == 130
    assert told == b"grader: stopped; nothing was judged to its end\n"
    assert list(room.iterdir()) == []
    assert not _running(seconds)


def _running(seconds: str) -> bool:
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            lines.append(path.read_bytes())
    return any(seconds.encode() in line for line in lines)


def test_learner_code_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Escape sequences and turned writing are spelled out, wherever they come from."""
    for name in ("escapes", "class_name_escape"):
        run(AGENTS / "hostile" / f"outside_{name}.py", "--only", "booking")
        shown = capsys.readouterr().out

        assert "x1b" in shown
        assert [char for char in shown if unicodedata.category(char) == "Cc"] == ["\n"] * (
            shown.count("\n")
        )
        assert not set(shown) & set("\u202e\u2066\u200f")


@pytest.mark.parametrize("shell", ["| head -c 1", ">&-", "| true"])
def test_nobody_has_to_read_the_report(shell: str) -> None:
    """A closed pipe costs no traceback."""
    command = f"'{sys.executable}' -m grader '{RIGHT}' --only booking {shell}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)

    assert done.stderr == b""


def test_a_folder_of_another_kind_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder one level up says which one was meant."""
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent" / "agent.py").write_bytes(RIGHT.read_bytes())

    assert run(tmp_path) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "holds none of tools.json" in said
    assert "Did you mean" in said


def test_without_a_path_it_is_the_learner_s_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A learner who has not begun has attempted nothing: that is no error."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path / "voice"))

    assert run() == 1
    told = capsys.readouterr().out
    assert "0 of 25 points (printed 0 of 9, varied 0 of 9): NOT ATTEMPTED" in told


@pytest.mark.parametrize("kind", ["folder", "fifo", "broken link"])
def test_an_agent_that_is_no_file_is_not_gradable(tmp_path: Path, kind: str) -> None:
    """Neither hangs nor crashes."""
    path = tmp_path / "agent.py"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "nowhere")

    assert run(tmp_path, "--only", "booking") == 2


def test_as_a_module_from_a_folder_with_an_odd_name(tmp_path: Path) -> None:
    """Spaces and other scripts in a path are nothing special; a narrow encoding costs nothing."""
    folder = tmp_path / "my voice 予約"
    folder.mkdir()
    (folder / "agent.py").write_bytes(RIGHT.read_bytes())
    done = subprocess.run(
        [sys.executable, "-m", "grader", str(folder), "--only", "booking"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.rstrip().endswith(b"PASSED")


def test_every_verdict_has_an_exit_code() -> None:
    """A verdict added without one would crash at the very end."""
    assert set(command.EXIT_CODES) == set(Verdict)


def test_a_scenario_that_was_kept_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The search writes a file that the grader plays instead of the nine."""
    kept = tmp_path / "kept.json"
    turns = [
        {"user": "Book me on Tuesday at ten a m, my name is Jamie"},
        {"user": "can I talk to a person", "state": "HANDOFF"},
    ]
    row = {"name": "kept", "exercise": "hand-off", "plan": {}, "turns": turns}
    kept.write_text(json.dumps({"version": 1, "scenarios": [row]}), "utf-8")

    assert run(RIGHT, "--scenarios", str(kept)) == 0
    shown = capsys.readouterr().out
    assert "PASSED         kept" in shown
    assert "happy" not in shown
    assert run(RIGHT, "--scenarios", str(tmp_path / "none.json")) == 64
