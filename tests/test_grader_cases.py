"""Sixty ways to break a grader, or to cheat one: what each comes to here. One test a case.

A case's agent is a file of tests/agents: `hostile`, `wrong` or `right` where it is there anyway,
else `cases`. Beside it the test lays what others change, and `where.json`, which tells the agent
what it is to look for.
"""

import ctypes
import json
import locale
import os
import py_compile
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import nbformat
import pytest

import grader.__main__ as command
from dev import execute
from grader.checks.intents import SENTENCES
from grader.context import Context
from grader.grading import grade
from grader.judge import first_problem
from grader.limits import Limits
from grader.played import Played
from grader.playing import Player
from grader.starting import Spawner
from grader.submission import find
from grader.verdicts import Check, Report, Verdict
from voicekit.clinic import TOOLS
from voicekit.clock import SystemClock
from voicekit.errors import BadInput
from voicekit.lab.shipped import solution_source
from voicekit.nlu import parse
from voicekit.scenarios import Due, Scenario, load

ROOT = Path(__file__).parents[1]
AGENTS = ROOT / "tests" / "agents"
RIGHT = AGENTS / "hostile" / "right_agent.py"
SCHEMA = json.loads((ROOT / "grader" / "report.schema.json").read_text("utf-8"))
NINE = {scenario.name: scenario for scenario in load()}
# What hangs is told by what did not come, so it may be told soon.
HASTY = Limits(import_s=2.0, turn_s=1.0)
LEARNERS_WORK = ("FAILED", "SKIPPED", "NOT ATTEMPTED", "PASSED")

walled = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the walls")
has_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks in /proc")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for the case's agent, with a name that is nothing special."""
    return tmp_path / "agent"


def hand_in(folder: Path, fixture: str, **where: Any) -> Path:
    """Lay a fixture into a folder, as agent.py with what it may import beside it."""
    source = AGENTS / fixture
    if source.is_dir():
        shutil.copytree(source, folder, dirs_exist_ok=True)
    else:
        folder.mkdir(exist_ok=True)
        shutil.copyfile(source, folder / "agent.py")
    for beside in (RIGHT, AGENTS / "wrong" / "plain_agent.py"):
        shutil.copyfile(beside, folder / beside.name)
    if where:
        (folder / "where.json").write_text(json.dumps(where))
    return folder


def graded(
    folder: Path,
    *names: str,
    limits: Limits = HASTY,
    starter: type | None = None,
    words: tuple[str, ...] = ("booking",),
) -> Report:
    """Grade a folder by some of the nine scenarios."""
    played = tuple(NINE[name] for name in names)
    return grade(Context(find(folder), limits=limits, scenarios=played, starter=starter), words)


def play(folder: Path, scenario: Scenario) -> tuple[Played, str]:
    """Play a scenario that is none of the nine; return how it went and what was printed."""
    player = Player(find(folder), Limits(), SystemClock())
    try:
        (played,) = player.play(scenario.name, [scenario])
    finally:
        player.close()
    return played, player.output()


def of(report: Report, name: str, run: str = "printed") -> Check:
    """Return the check of a scenario, or of an exercise that has none."""
    return next(
        c
        for c in report.checks
        if name == (c.scenario or c.exercise)
        and (c.run == run or c.exercise in ("fresh-start", "tool-calls"))
    )


def verdict(report: Report, name: str) -> str:
    return str(of(report, name).verdict)


def message(report: Report, name: str) -> str:
    return of(report, name).message


def alive(mark: str) -> list[int]:
    """Return the processes that have a word on their command line, or in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = [(process / name).read_bytes() for name in ("cmdline", "environ")]
        except OSError:  # it ended meanwhile, or is another user's
            continue
        if any(mark.encode() in text for text in told):
            found.append(int(process.name))
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder with what is in it."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


# A. While the file is imported


@pytest.mark.parametrize(
    ("fixture", "line"), [("import_sys_exit", "line 10"), ("import_quit", "line 7")]
)
def test_case_01_exit_at_import(folder: Path, fixture: str, line: str) -> None:
    """Leaving while it is imported is not gradable, told with the line."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "happy", "one_shot")

    assert {verdict(report, name) for name in ("happy", "one_shot")} == {"NOT GRADABLE"}
    assert report.verdict == Verdict.NOT_GRADABLE
    assert "agent.py exits while being imported" in message(report, "happy")
    assert line in message(report, "happy")


def test_case_02_hard_exit_at_import(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A process that ends with the code of success at once is no success of ours."""
    hand_in(folder, "hostile/import_os_exit.py")

    assert command.main([str(folder), "--only", "booking"]) == 2
    assert "ends the process while being imported (exit code 0)" in " ".join(
        capsys.readouterr().out.split()
    )


@pytest.mark.parametrize(
    ("fixture", "name"),
    [("import_keyboard_interrupt", "KeyboardInterrupt"), ("import_base_exception", "Stop")],
)
def test_case_03_interrupt_at_import(folder: Path, fixture: str, name: str) -> None:
    """What is no Exception is the learner's error all the same, and the grader goes on."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert f"agent.py raised {name} while being imported" in message(report, "happy")


@pytest.mark.parametrize(
    ("fixture", "said"),
    [
        ("import_input", "reads from the keyboard while being imported"),
        ("import_stdin_loop", "gave no answer within 2 s while being imported"),
    ],
)
def test_case_04_demo_at_import(folder: Path, fixture: str, said: str) -> None:
    """A demo that wants the keyboard gets the end of input, and no more than its time."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert said in message(report, "happy")


def test_case_05_model_at_import(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that needs a model is told so by name: none is asked from where it is graded."""
    monkeypatch.setenv("VOICE_LLM_URL", "http://127.0.0.1:9/v1")
    report = graded(hand_in(folder, "cases/import_asks_the_model.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert re.search(r"raised \w+ while being imported: \S", message(report, "happy"))
    assert "GREETING = chat(" in message(report, "happy")


@walled
def test_case_05_network_at_import(folder: Path) -> None:
    """An agent that does without the network passes, and nothing of it gets out."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        hand_in(folder, "cases/import_calls_home.py", port=listener.getsockname()[1])
        report = graded(folder, "happy")

        assert verdict(report, "happy") == "PASSED"
        assert "no network" in report.learner_output
        with pytest.raises(BlockingIOError):
            listener.accept()


@pytest.mark.parametrize(
    ("fixture", "line", "said"),
    [
        ("syntax_error", 7, "class VoiceAgent"),
        ("syntax_unclosed", 6, "never closed"),
        ("tabs_and_blanks", 7, "use four spaces"),
        ("smart_quotes", 4, "Replace the curly quotes"),
        ("no_break_space", 6, "no plain space"),
        ("conflict_markers", 4, "<<<<<<<"),
    ],
)
def test_case_06_no_python(folder: Path, fixture: str, line: int, said: str) -> None:
    """What is no Python is told with its line, and the usual causes in a plain sentence."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert f"(line {line}" in message(report, "happy")
    assert said in message(report, "happy")
    assert "\n" not in message(report, "happy")


def test_case_06_place_in_the_line(folder: Path) -> None:
    """Nor has anybody to count brackets: the column is told, where a caret would stand."""
    report = graded(hand_in(folder, "hostile/syntax_unclosed.py"), "happy")

    assert re.search(r"\(line 6, column 22\)", message(report, "happy"))


@pytest.mark.parametrize(
    ("fixture", "said"),
    [
        ("hostile/no_voice_agent", "BookingAgent"),
        ("hostile/wrong_case", "Voiceagent"),
        ("hostile/an_instance", "VoiceAgent"),
        ("hostile/function_returns_nothing", "VoiceAgent"),
        ("cases/voice_agent_is_handle", "VoiceAgent is a function"),
    ],
)
def test_case_07_no_voice_agent(folder: Path, fixture: str, said: str) -> None:
    """Where the class is missing, what was nearly right is named."""
    report = graded(hand_in(folder, f"{fixture}.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert said in message(report, "happy")


@pytest.mark.parametrize(
    ("fixture", "said"),
    [
        ("hostile/no_sleep_argument", "got an unexpected keyword argument 'sleep'"),
        ("cases/sleep_comes_first", "multiple values for argument 'sleep'"),
    ],
)
def test_case_08_other_constructor(folder: Path, fixture: str, said: str) -> None:
    """It is called as documented, and the difference is told."""
    report = graded(hand_in(folder, f"{fixture}.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert f"VoiceAgent can't be built as VoiceAgent(api, sleep=…): {said}" in message(
        report, "happy"
    )


def test_case_09_relative_import(folder: Path) -> None:
    """A dot before a neighbour's name is told with what to write instead."""
    report = graded(hand_in(folder, "hostile/import_relative.py"), "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert "write `import tools`" in message(report, "happy")


def test_case_10_helper_named_like_the_library(folder: Path) -> None:
    """The library's module wins, other helpers are found, and the name is remarked on."""
    report = graded(hand_in(folder, "right/stdlib_names_beside"), "happy")

    assert verdict(report, "happy") == "PASSED"
    for name in ("calendar.py", "json.py"):
        assert any(remark.startswith(f"{name} has the name") for remark in report.advice)


def test_case_11_folder_named_agent(folder: Path) -> None:
    """The file is found by its place, whatever else is called `agent` beside it."""
    report = graded(hand_in(folder, "cases/package_named_agent"), "happy", "one_shot")

    assert folder.name == "agent"
    assert report.verdict == Verdict.PASSED


def test_case_12_stale_bytecode(folder: Path) -> None:
    """What counts is the source as it is now, however alike in size and time to what it was."""
    helper = hand_in(folder, "cases/stale_helper") / "reasons.py"
    now = helper.read_text()
    helper.write_text(now.replace("user_request", "tool_failure"))
    os.utime(helper, (1e9, 1e9))
    py_compile.compile(str(helper), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert verdict(graded(folder, "wants_human"), "wants_human") == "FAILED"
    before = contents(folder)
    helper.write_text(now)
    os.utime(helper, (1e9, 1e9))

    assert verdict(graded(folder, "wants_human"), "wants_human") == "PASSED"
    assert contents(folder).keys() == before.keys()  # nor is any left behind


# B. Time and room


def assert_stopped_at_the_no(report: Report) -> None:
    """The row says where it hung; the other scenario was played."""
    hung = of(report, "confirm_no")
    assert (str(hung.verdict), hung.turn, hung.user) == ("FAILED", 2, "no, make it two thirty")
    assert "no answer in 1 s" in hung.message
    assert verdict(report, "one_shot") == "PASSED"


def test_case_13_endless_loop(folder: Path) -> None:
    """A loop is ended at the turn's limit, told with scenario, turn and utterance."""
    assert_stopped_at_the_no(graded(hand_in(folder, "hostile/hangs.py"), "confirm_no", "one_shot"))


def test_case_14_loop_that_swallows_exceptions(folder: Path) -> None:
    """It is ended from outside, so `except Exception` does not help."""
    hand_in(folder, "hostile/hangs_and_swallows.py")
    assert_stopped_at_the_no(graded(folder, "confirm_no", "one_shot"))


@pytest.mark.parametrize("fixture", ["hangs_and_swallows_all", "ignores_signals"])
def test_case_15_loop_that_swallows_everything(folder: Path, fixture: str) -> None:
    """Nor does a bare `except`, nor ignoring every signal."""
    hand_in(folder, f"hostile/{fixture}.py")
    assert_stopped_at_the_no(graded(folder, "confirm_no", "one_shot"))


@has_proc
@pytest.mark.parametrize("scenarios", [["one_shot"], ["one_shot", "book_timeout"]])
def test_case_16_child_that_outlives_it(folder: Path, scenarios: list[str]) -> None:
    """What it starts ends with it: in a session of its own, and with nobody for a parent, too."""
    mark = f"voice-case-{uuid.uuid4()}"
    report = graded(
        hand_in(folder, "cases/leaves_daemons.py", mark=mark), *scenarios, limits=Limits()
    )

    assert verdict(report, "one_shot") == "PASSED"
    assert report.learner_output.count("left behind: alive") >= 3
    assert alive(mark) == []


def test_case_17_real_wait(folder: Path) -> None:
    """Waiting with time.sleep is told as that, by the grader's own clock."""
    hand_in(folder, "wrong/fixed_sleep.py")
    report = graded(folder, "retry_ok", "one_shot", limits=Limits())

    assert verdict(report, "retry_ok") == "FAILED"
    assert "waited for real: call self.sleep" in message(report, "retry_ok")
    assert of(report, "retry_ok").observed == "waits []"
    assert verdict(report, "one_shot") == "PASSED"


def test_case_18_thread_that_stays(folder: Path) -> None:
    """A thread that would keep the process alive costs nothing but a remark."""
    began = time.monotonic()
    report = graded(hand_in(folder, "right/lingering_thread"), "wants_human")

    assert verdict(report, "wants_human") == "PASSED"
    assert any("thread(s) running" in remark for remark in report.advice)
    assert time.monotonic() - began < 30  # it would have stayed for a minute


@pytest.mark.parametrize("fixture", ["late_booking", "late_booking_raw_thread"])
def test_case_19_late_booking(folder: Path, fixture: str) -> None:
    """A booking between two turns, before the yes, belongs to no turn: that is the violation."""
    report = graded(hand_in(folder, f"cases/{fixture}.py"), "one_shot", limits=Limits())

    assert verdict(report, "one_shot") == "FAILED"
    assert of(report, "one_shot").turn == 1
    assert "after handle had returned: book(tuesday, 10:00, Jamie)" in message(report, "one_shot")


@pytest.mark.parametrize(
    ("fixture", "scenario", "said"),
    [
        ("memory_balloon", "one_shot", "ran out of memory (right_agent.py line 47"),
        ("memory_creeps", "confirm_no", "ran out of memory"),
    ],
)
def test_case_20_memory_balloon(folder: Path, fixture: str, scenario: str, said: str) -> None:
    """Running out of memory is the row's own failure, said in words."""
    hand_in(folder, f"hostile/{fixture}.py")
    report = graded(folder, scenario, "wants_human", limits=Limits(turn_s=10.0))

    assert verdict(report, scenario) == "FAILED"
    assert said in message(report, scenario)
    assert verdict(report, "wants_human") == "PASSED"


@pytest.mark.parametrize(
    ("fixture", "scenario"),
    [
        ("recursion", "one_shot"),
        ("deep_recursion", "confirm_no"),
        ("recursion_in_getattr", "one_shot"),
    ],
)
def test_case_21_deep_recursion(folder: Path, fixture: str, scenario: str) -> None:
    """However a recursion without end ends, the row says it in words."""
    hand_in(folder, f"hostile/{fixture}.py")
    report = graded(folder, scenario, "wants_human")

    assert verdict(report, scenario) == "FAILED"
    ends = "RecursionError|out of memory|no answer in|process ended .signal SIG"
    assert re.search(ends, message(report, scenario))
    assert verdict(report, "wants_human") == "PASSED"


@has_proc
@pytest.mark.parametrize("fixture", ["forks_many", "threads_many"])
def test_case_22_fork_bomb(folder: Path, fixture: str) -> None:
    """There is an end to processes and threads: it fails its row, and harms nobody."""
    mark = f"voice-case-{uuid.uuid4()}"
    hand_in(folder, f"cases/{fixture}.py", mark=mark)
    report = graded(folder, "one_shot", "wants_human")

    assert verdict(report, "one_shot") == "FAILED"
    assert "processes: 150" not in report.learner_output
    assert verdict(report, "wants_human") == "PASSED"
    assert alive(mark) == []


def test_case_23_print_flood(folder: Path) -> None:
    """200,000 lines cost nothing: both ends are kept, the rest is counted."""
    report = graded(hand_in(folder, "right/print_flood"), "happy", limits=Limits())

    assert verdict(report, "happy") == "PASSED"
    assert re.search(r"\[… \d{7} bytes left out …\]", report.learner_output)
    assert len(report.learner_output) < 20_000


def test_case_24_one_long_line(folder: Path) -> None:
    """50 MB in one line are cut, and it is said how much."""
    report = graded(hand_in(folder, "cases/one_long_line.py"), "one_shot", limits=Limits())

    assert verdict(report, "one_shot") == "PASSED"
    assert re.search(r"startx+\s+\[… \d{8} bytes left out …\]", report.learner_output)
    assert "xend" in report.learner_output


def test_case_24_long_answer(folder: Path) -> None:
    """So are 50 MB in an answer."""
    report = graded(hand_in(folder, "right/huge_say"), "wants_human", limits=Limits())

    assert verdict(report, "wants_human") == "PASSED"
    said = report.scenarios["wants_human"]["turns"][-1]["say"]
    assert "characters left out" in said
    assert len(said) < 20_000


@pytest.mark.parametrize(
    ("fixture", "scenario", "said"),
    [
        ("exception_str_raises", "one_shot", "a Odd that can't be shown"),
        ("exception_str_huge", "one_shot", "ValueError: xxx"),
        ("exception_str_loops", "confirm_no", "no answer in 1 s"),
    ],
)
def test_case_25_hostile_exception(folder: Path, fixture: str, scenario: str, said: str) -> None:
    """An exception whose text raises, is huge, or never ends, is told in a line."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), scenario, "wants_human")

    assert verdict(report, scenario) == "FAILED"
    assert said in message(report, scenario)
    assert len(message(report, scenario)) < 2000
    assert verdict(report, "wants_human") == "PASSED"


@pytest.mark.parametrize("fixture", ["hostile/huge_file", "cases/many_files"])
def test_case_26_full_disk(folder: Path, fixture: str) -> None:
    """There is an end to what it can write, in one file or in many."""
    hand_in(folder, f"{fixture}.py")
    report = graded(folder, "one_shot", "wants_human", limits=Limits(turn_s=5.0))

    assert verdict(report, "one_shot") == "FAILED"
    assert "raised OSError" in message(report, "one_shot")
    assert verdict(report, "wants_human") == "PASSED"


# C. Forging


@pytest.mark.parametrize(
    ("fixture", "came"),
    [
        ("forges_the_log", "no call of book"),
        ("own_log", "no call of book"),
        ("clears_the_log", "book(tuesday, 10:00, Jamie): ok and book(tuesday, 10:00, Jamie): ok"),
    ],
)
def test_case_27_forged_log(folder: Path, fixture: str, came: str) -> None:
    """Whatever it writes into its log or takes out: the grader's own is judged."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "one_shot")

    assert verdict(report, "one_shot") == "FAILED"
    assert of(report, "one_shot").observed == came


@pytest.mark.parametrize(
    ("fixture", "came"),
    [
        ("replaces_book", "no call of book"),
        ("replaces_clinic_module", "no call of book"),
    ],
)
def test_case_28_replaced_clinic(folder: Path, fixture: str, came: str) -> None:
    """What it puts in the place of the clinic calls nobody, and that is what is counted."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "one_shot")

    assert verdict(report, "one_shot") == "FAILED"
    assert of(report, "one_shot").observed == came


def test_case_29_patched_library(folder: Path) -> None:
    """What it patches is patched in its own process."""
    report = graded(hand_in(folder, "hostile/patches_the_library.py"), "one_shot", "wants_human")

    assert of(report, "one_shot").observed == "no call of book"
    assert verdict(report, "wants_human") == "PASSED"
    assert json.dumps([time.monotonic() > 0]) == "[true]"


@pytest.mark.parametrize("fixture", ["equals_everything", "lying_str", "lying_list"])
def test_case_30_equal_to_everything(folder: Path, fixture: str) -> None:
    """Only plain values cross, so that nothing of its own is compared."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "one_shot")

    assert verdict(report, "one_shot") == "FAILED"
    due = {"lying_str": "state LISTEN", "lying_list": "no call of book"}.get(fixture, "handle")
    assert due in message(report, "one_shot")


@pytest.mark.parametrize("fixture", ["writes_results", "speaks_the_protocol"])
def test_case_31_result_lines(folder: Path, fixture: str) -> None:
    """A line that looks like a result is output, or no answer; never a verdict."""
    report = graded(hand_in(folder, f"hostile/{fixture}.py"), "one_shot")

    assert verdict(report, "one_shot") == "FAILED"
    if fixture == "writes_results":
        assert '"verdict": "PASSED"' in report.learner_output


@has_proc
def test_case_31_open_files(folder: Path) -> None:
    """It has its input, its output, and its line to the grader: nothing else is open."""
    report = graded(hand_in(folder, "cases/lists_open_files.py"), "one_shot")

    assert "open: [0, 1, 2, 3]" in report.learner_output


@has_proc
def test_case_32_rewritten_report(folder: Path, tmp_path: Path) -> None:
    """The report is the grader's, though a watcher writes over it for as long as it lives."""
    room = tmp_path / "reports"
    room.mkdir()
    hand_in(folder, "cases/rewrites_the_report.py", report=str(room / "report.json"))

    code = command.main([str(folder), "--only", "booking", "--json", str(room / "report.json")])
    assert code == 1
    assert alive(str(room)) == []
    report = json.loads((room / "report.json").read_text("utf-8"))
    jsonschema.validate(report, SCHEMA)
    assert report["verdict"] == "FAILED"


@pytest.mark.parametrize("fixture", ["hostile/quits_at_exit", "cases/handlers_at_exit"])
def test_case_33_handlers_at_exit(folder: Path, fixture: str) -> None:
    """Nothing it has registered runs: its process is not asked to end."""
    report = graded(hand_in(folder, f"{fixture}.py"), "one_shot")

    assert of(report, "one_shot").observed == "no call of book"
    assert report.learner_output == ""


def test_case_34_unpickle_bomb(folder: Path, tmp_path: Path) -> None:
    """Nothing that a learner's process sends is unpickled."""
    hand_in(folder, "cases/unpickle_bomb.py", target=str(tmp_path / "blown_up"))
    report = graded(folder, "happy", "wants_human")

    assert verdict(report, "happy") == verdict(report, "wants_human") == "FAILED"
    assert not (tmp_path / "blown_up").exists()
    sources = {*(ROOT / "grader").rglob("*.py"), *(ROOT / "voicekit").rglob("*.py")}
    sources -= {ROOT / "grader" / "child.py"}  # the learner's side: it reads what its like compiled
    assert [p.name for p in sources if re.search(r"import (pickle|marshal)", p.read_text())] == []


def test_case_35_changed_lab(folder: Path, tmp_path: Path) -> None:
    """A lab whose own files were changed says which, and how to get them back; notes are fine."""
    hand_in(folder, "hostile/right_agent.py")
    copy = tmp_path / "lab"
    for part in ("voicekit", "grader", "notebooks", "solutions"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "notebooks" / "my notes.md").write_text("a learner's own")

    def advice() -> str:
        subprocess.run(
            [sys.executable, "-m", "grader", str(folder), "--only", "booking", "--json", "r.json"],
            cwd=copy,
            check=True,
            capture_output=True,
        )
        return " ".join(json.loads((copy / "r.json").read_text("utf-8"))["advice"])

    assert "changed" not in advice()
    with (copy / "voicekit" / "clinic.py").open("a") as clinic:
        clinic.write("# changed\n")
    told = advice()
    assert "clinic.py" in told
    assert "changed" in told
    assert "restore" in told
    assert "my notes" not in told


def test_case_36_patched_traceback_printer(tmp_path: Path) -> None:
    """A notebook that hides its errors still shows the verdict of the grader's own process."""
    blind = "get_ipython().showtraceback = lambda *args, **kwargs: None"
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [
        nbformat.v4.new_code_cell(source)
        for source in ("import voicekit.lab", blind, 'check("confirm-yes")')
    ]
    (tmp_path / "agent").mkdir()
    wrong = solution_source("agent.py").replace("self.api.book(*self.read_back)", "pass")
    (tmp_path / "agent" / "agent.py").write_text(wrong, "utf-8")
    execute.run(notebook, tmp_path)

    shown = str(notebook.cells[2].outputs)
    assert "FAILED" in shown
    assert "PASSED" not in shown


def test_case_37_files_that_start_by_themselves(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Python or pytest would run unasked, by its name or by a variable, is left alone."""
    hand_in(folder, "cases/startup_files")
    monkeypatch.setenv("PYTHONSTARTUP", str(folder / "conftest.py"))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    monkeypatch.chdir(folder)
    for starter in (None, Spawner):
        report = graded(folder, "one_shot", starter=starter, limits=Limits())

        assert verdict(report, "one_shot") == "PASSED"
        assert "started by itself" not in report.learner_output
        assert "env: []" in report.learner_output


def test_case_38_edited_workflow(folder: Path) -> None:
    """A workflow handed in with the work changes nothing here; the docs say what CI is worth."""
    report = graded(hand_in(folder, "cases/edited_workflow"), "one_shot")

    assert verdict(report, "one_shot") == "FAILED"
    documents = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    texts = [" ".join(path.read_text("utf-8").split()) for path in documents]
    assert any(re.search(r"workflow[^.]* is (advice|advisory)", text) for text in texts)


# D. Peeking


def test_case_39_searched_memory(folder: Path) -> None:
    """There is nothing to find in its memory: not what comes next, nor any module that judges."""
    scenario = Scenario("searched", "next-question", {}, (Due("Tuesday"), Due("Zebulon")))
    played, output = play(hand_in(folder, "cases/searches_memory.py"), scenario)

    assert played.trouble is None
    assert "now: True" in output  # so it knows how to search
    assert "next: False" in output
    assert "judges: []" in output
    hand_in(folder, "hostile/looks_for_expectations.py")
    assert verdict(graded(folder, "happy"), "happy") == "FAILED"


@walled
def test_case_40_reads_around(folder: Path, tmp_path: Path) -> None:
    """Others' files, environments and command lines are out of its sight."""
    tmp_path.chmod(0o755)
    for place in ("teacher", "somebody_else"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "marks.csv").write_text(f"SECRET-{place}")
        (tmp_path / place / "marks.csv").chmod(0o644)
    hand_in(folder, "cases/reads_around.py", paths=[str(tmp_path)])
    report = tmp_path / "teacher" / "SECRET-report.json"
    done = subprocess.run(
        [sys.executable, "-m", "grader", str(folder), "--only", "booking", "--json", str(report)],
        env={**os.environ, "VOICE_TOKEN": "SECRET-token", "PYTHONPATH": str(ROOT)},
        cwd=tmp_path / "teacher",
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"looked around" in done.stdout
    assert "SECRET" not in json.loads(report.read_text("utf-8"))["learner_output"]


@pytest.mark.parametrize("starter", [None, Spawner])
def test_case_40_reads_a_link(folder: Path, tmp_path: Path, starter: type | None) -> None:
    """A link that leads out of the folder brings nobody else's file into the copy."""
    (tmp_path / "marks.csv").write_text("SECRET-marks")
    hand_in(folder, "cases/reads_a_link.py")
    (folder / "notes.txt").symlink_to(tmp_path / "marks.csv")
    report = graded(folder, "one_shot", starter=starter, limits=Limits())

    assert verdict(report, "one_shot") == "PASSED"
    assert "SECRET" not in report.learner_output


def test_case_41_canned_replay(folder: Path) -> None:
    """Who knows the nine by heart passes them, not the re-worded ones, and is told just that."""
    hand_in(folder, "cases/canned_replay.py")
    report = grade(Context(find(folder)), ["booking"])

    printed = [c for c in report.checks if c.run == "printed" and c.scenario]
    varied = [c for c in report.checks if c.run == "varied"]
    assert {str(c.verdict) for c in printed} == {"PASSED"}
    assert any(c.verdict == Verdict.FAILED for c in varied)
    assert report.verdict == Verdict.FAILED
    said = " ".join(c.message for c in varied)
    assert re.search(r"printed", said)
    assert re.search(r"re-?worded", said)


def test_case_41_slow_is_not_canned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent whose time is up in a re-worded one is told that, not that it knows the script."""
    as_it_is = Player.play

    def soon_over(self: Player, label: str, scenarios: Any, shown: bool = True) -> Any:
        if scenarios[0] not in NINE.values():
            self._end_s = self._clock.monotonic() + 0.3
        return as_it_is(self, label, scenarios, shown)

    monkeypatch.setattr(Player, "play", soon_over)
    hand_in(folder, "cases/slow.py")
    report = graded(folder, "one_shot", "confirm_no", limits=Limits())

    failed = [c for c in report.checks if c.run == "varied" and c.verdict == Verdict.FAILED]
    assert failed
    assert [c.message for c in failed if "printed script" in c.message] == []


@pytest.mark.parametrize("starter", [None, Spawner])
def test_case_42_peeks_at_the_plan(folder: Path, starter: type | None) -> None:
    """The clinic that it holds has no plan."""
    hand_in(folder, "hostile/peeks_at_the_plan.py")
    report = graded(folder, "one_shot", starter=starter)

    assert of(report, "one_shot").observed == "no call of book"


def remove_shared_memory(key: int) -> None:
    """Remove a piece of shared memory that got out of a learner's process."""
    library = ctypes.CDLL(None)
    if (number := library.shmget(key, 1, 0o600)) != -1:
        library.shmctl(number, 0, None)


@walled
def test_case_43_counts_its_runs(folder: Path, tmp_path: Path) -> None:
    """No run leaves anything for the next to find, and no place says which run it is."""
    mark, room = f"voice-case-{uuid.uuid4()}", tmp_path / "room"
    room.mkdir()
    room.chmod(0o777)
    places = ["/tmp", "/var/tmp", str(room)]
    hand_in(folder, "cases/counts_its_runs.py", mark=mark, paths=places)
    try:
        report = graded(folder, "happy", "one_shot", "wants_human", limits=Limits())
        left = [place for place in places if (Path(place) / mark).exists()]
    finally:
        for place in places:
            (Path(place) / mark).unlink(missing_ok=True)
        remove_shared_memory(zlib.crc32(mark.encode()) >> 1)

    assert verdict(report, "happy") == "PASSED"
    assert "place: " in report.learner_output
    assert not re.search(r"place: .*/\d/", report.learner_output)
    assert "seen before" not in report.learner_output
    assert left == []


def test_case_43_order(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nine are played in an order that depends on the seed, and reported in their own."""
    played: list[str] = []
    as_it_is = Player.play

    def noted(self: Player, label: str, scenarios: Any, *more: Any, **options: Any) -> Any:
        played.extend(scenario.name for scenario in scenarios if len(scenarios) == 1)
        return as_it_is(self, label, scenarios, *more, **options)

    monkeypatch.setattr(Player, "play", noted)
    hand_in(folder, "hostile/right_agent.py")
    report = grade(Context(find(folder), seed=1), ["booking"])

    alone = [name for name in played if name in NINE][: len(NINE)]
    assert sorted(alone) == sorted(NINE)
    assert alone != list(NINE)
    assert [c.scenario for c in report.checks if c.run == "printed" and c.scenario] == list(NINE)


def test_case_44_feedback_to_guess_from(folder: Path) -> None:
    """Of a varied scenario it is told what kind of thing went wrong, not the values to answer."""
    hand_in(folder, "cases/canned_replay.py")
    report = grade(Context(find(folder)), ["booking"])

    failed = [c for c in report.checks if c.run == "varied" and c.verdict == Verdict.FAILED]
    assert failed
    for check in failed:
        told = f"{check.message} {check.observed} {check.expected} {check.user}"
        assert not re.search(r"\d\d:\d\d|(mon|tues|wednes|thurs|fri|satur)day", told, re.I)


# E. The contract


def test_case_45_returns_none(folder: Path) -> None:
    """A forgotten return is told with its turn."""
    report = graded(hand_in(folder, "wrong/returns_none.py"), "happy")

    assert of(report, "happy").turn == 1
    assert "handle returned None" in message(report, "happy")
    assert "end with a return?" in message(report, "happy")


@pytest.mark.parametrize("fixture", ["async_handle", "yields"])
def test_case_46_coroutine_or_generator(folder: Path, fixture: str) -> None:
    """It must be a plain method, and that is what the message says."""
    report = graded(hand_in(folder, f"wrong/{fixture}.py"), "happy")

    assert verdict(report, "happy") == "FAILED"
    assert "must be a plain method, not async and without yield" in message(report, "happy")


def test_case_47_enum_state(folder: Path) -> None:
    """States that are text are accepted; a member of a plain Enum is explained."""
    report = graded(hand_in(folder, "wrong/enum_state.py"), "happy")

    assert verdict(report, "happy") == "FAILED"
    assert "class State(str, Enum)" in message(report, "happy")
    shutil.rmtree(folder)
    assert verdict(graded(hand_in(folder, "right/str_enum"), "happy"), "happy") == "PASSED"


@pytest.mark.parametrize(
    ("fixture", "turn"), [("wrong/lower_case_states", 1), ("cases/confirm_with_blank", 4)]
)
def test_case_48_state_misspelt(folder: Path, fixture: str, turn: int) -> None:
    """Nearly the right state is the wrong one, with a hint."""
    report = graded(hand_in(folder, f"{fixture}.py"), "happy")

    assert (verdict(report, "happy"), of(report, "happy").turn) == ("FAILED", turn)
    assert "written in capitals, without blanks" in message(report, "happy")


@pytest.mark.parametrize(
    ("fixture", "said"),
    [
        ("hostile/tool_calls_generator", "a generator"),
        ("cases/tool_calls_set", "a set"),
        ("cases/tool_calls_none", "says None"),
        ("hostile/no_tool_calls", "says None"),
    ],
)
def test_case_49_odd_tool_calls(folder: Path, fixture: str, said: str) -> None:
    """A list of another kind costs its own check and no scenario, and is explained."""
    report = graded(hand_in(folder, f"{fixture}.py"), "happy")

    assert (verdict(report, "happy"), verdict(report, "tool-calls")) == ("PASSED", "FAILED")
    assert said in message(report, "tool-calls")


@pytest.mark.parametrize(
    ("fixture", "said"), [("forgets_state", '"state"'), ("forgets_say", '"say"')]
)
def test_case_49_missing_keys(folder: Path, fixture: str, said: str) -> None:
    """A missing key is named."""
    report = graded(hand_in(folder, f"wrong/{fixture}.py"), "happy")

    assert verdict(report, "happy") == "FAILED"
    assert said in message(report, "happy")


def test_case_49_tuple_and_more_keys(folder: Path) -> None:
    """A tuple is a list, and more keys than asked for are fine."""
    assert graded(hand_in(folder, "right/extra_keys"), "happy").verdict == Verdict.PASSED


def test_case_50_same_dict(folder: Path) -> None:
    """A dict that is changed and returned again is read each turn, so each has its own state."""
    report = graded(hand_in(folder, "right/same_dict"), "happy")

    assert verdict(report, "happy") == "PASSED"
    states = [turn["state"] for turn in report.scenarios["happy"]["turns"]]
    assert states == [turn.state for turn in NINE["happy"].turns]


def test_case_50_aliased_trace(folder: Path) -> None:
    """A trace whose rows all show the last state is told what probably happened."""
    report = graded(hand_in(folder, "right/same_dict"), "happy")
    turns = report.scenarios["happy"]["turns"]
    rows = [{"scenario": "happy", **turn, "state": turns[-1]["state"]} for turn in turns]
    write_rows(folder / "traces.jsonl", rows)
    report = graded(folder, "happy", words=("traces",))

    (check,) = report.checks
    assert verdict(report, "happy") == "FAILED"
    assert "same dict" in check.message


@pytest.mark.parametrize(
    ("fixture", "scenario", "said"),
    [
        ("wrong/raises_timeout", "retry_fail", "handle raised ToolTimeout: find_slots failed 3"),
        ("cases/raises_deep_inside", "one_shot", "handle raised JSONDecodeError"),
    ],
)
def test_case_51_raises(folder: Path, fixture: str, scenario: str, said: str) -> None:
    """An exception fails its row, told with the learner's own lines and no other paths."""
    report = graded(hand_in(folder, f"{fixture}.py"), scenario, "wants_human")

    assert verdict(report, scenario) == "FAILED"
    assert said in message(report, scenario)
    assert "agent.py line " in message(report, scenario)
    assert "/" not in message(report, scenario)
    assert verdict(report, "wants_human") == "PASSED"


@pytest.mark.parametrize(
    ("fixture", "scenario", "turn", "said"),
    [
        ("wrong/books_without_yes", "happy", 4, 'Only intent "yes" heard in CONFIRM calls book'),
        ("wrong/books_twice", "one_shot", 2, "and book(tuesday, 10:00, Jamie)"),
        ("wrong/retries_booking", "book_timeout", 2, "sent again, there may be two"),
        ("wrong/retries_refused", "taken", 2, "ask for another time first"),
        ("cases/books_first_then_breaks", "one_shot", 1, "no call of book in this turn"),
    ],
)
def test_case_52_unsafe_booking(
    folder: Path, fixture: str, scenario: str, turn: int, said: str
) -> None:
    """A booking that nobody confirmed is told before all that is less."""
    report = graded(hand_in(folder, f"{fixture}.py"), scenario)

    assert (verdict(report, scenario), of(report, scenario).turn) == ("FAILED", turn)
    assert said in message(report, scenario)


ODD_TEXTS = [
    "",
    " \t ",
    "x" * 10_000,
    "🙂🙃",
    "Ｔｕｅｓｄａｙ",
    "화요일에 예약해 주세요",
    "火曜日に予約したいです",
    "\ud800 half a character",
    "\x00\x1b[31m\u2028",
]


def test_case_53_odd_texts(folder: Path) -> None:
    """Any text arrives as it is, before the end and after it, and costs nothing."""
    turns = tuple(Due(said) for said in [*ODD_TEXTS, "can I talk to a person", *ODD_TEXTS])
    scenario = Scenario("odd", "hand-off", {}, turns)
    played, _ = play(hand_in(folder, "cases/echoes.py"), scenario)

    assert played.trouble is None
    assert [turn.row()["say"] for turn in played.turns] == [turn.user for turn in turns]
    assert first_problem(played) is None


def test_case_53_after_the_end(folder: Path) -> None:
    """An agent that raises once the conversation is over loses no point."""
    hand_in(folder, "right/literal_raises_at_the_end")
    assert graded(folder, "happy", "wants_human", limits=Limits()).verdict == Verdict.PASSED


# F. State, order, chance


def test_case_54_shared_state(folder: Path) -> None:
    """Slots on the class pass alone and fail in company, told by the first turn that differs."""
    report = graded(hand_in(folder, "hostile/leaks_state.py"), "happy", "one_shot", "wants_human")

    assert {verdict(report, name) for name in ("happy", "one_shot", "wants_human")} == {"PASSED"}
    leak = next(c for c in report.checks if c.exercise == "fresh-start")
    assert (str(leak.verdict), leak.turn) == ("FAILED", 1)
    assert "State is shared between agents" in leak.message


@pytest.mark.parametrize("fixture", ["hash_order", "random_state", "clock_state"])
def test_case_55_chance(folder: Path, fixture: str) -> None:
    """What depends on hashes, on luck or on the day differs between two runs; both are shown."""
    hand_in(folder, f"cases/{fixture}.py")
    report = graded(folder, "confirm_no", "retry_ok", "wants_human", limits=Limits())

    assert {verdict(report, name) for name in ("confirm_no", "retry_ok")} == {"PASSED"}
    check = next(c for c in report.checks if c.verdict == Verdict.FAILED)
    assert "differs between runs" in check.message
    assert re.search(r"state '?[A-Z_]+", str(check.observed))
    assert re.search(r"state '?[A-Z_]+", str(check.expected))
    assert check.observed != check.expected


def _ours() -> tuple[Any, ...]:
    return (
        os.getcwd(),
        dict(os.environ),
        locale.setlocale(locale.LC_ALL),
        [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)],
        sys.getrecursionlimit(),
        list(warnings.filters),
        list(sys.path),
    )


def test_case_56_messy_process(folder: Path) -> None:
    """What it changes in its process is changed for nobody else."""
    before = _ours()
    report = graded(hand_in(folder, "right/messy_process"), "one_shot", "wants_human")

    assert report.verdict == Verdict.PASSED
    assert _ours() == before


# G. Files


def _converted(encoding: str, newline: str = "\n", head: str = "") -> bytes:
    source = head + RIGHT.read_text("utf-8").replace("Goodbye.", "さようなら。")
    return source.replace("\n", newline).encode(encoding)


@pytest.mark.parametrize(
    "source",
    [
        _converted("utf-8-sig"),
        _converted("utf-8", "\r\n"),
        _converted("utf-8", "\r"),
        _converted("shift-jis", head="# coding: shift-jis\n"),
        (AGENTS / "right" / "cp949" / "agent.py").read_bytes(),
    ],
    ids=["bom", "crlf", "cr", "declared shift-jis", "declared cp949"],
)
def test_case_57_odd_file_that_python_reads(folder: Path, source: bytes) -> None:
    """What Python reads is accepted."""
    folder.mkdir()
    (folder / "agent.py").write_bytes(source)
    assert verdict(graded(folder, "one_shot"), "one_shot") == "PASSED"


@pytest.mark.parametrize(
    "source",
    [
        _converted("shift-jis"),
        _converted("utf-16"),
        (AGENTS / "hostile" / "undeclared_cp949.py").read_bytes(),
        (AGENTS / "hostile" / "nul_bytes.py").read_bytes(),
    ],
    ids=["shift-jis", "utf-16", "cp949", "nul"],
)
def test_case_57_odd_file_that_python_refuses(folder: Path, source: bytes) -> None:
    """What Python does not read is told with what to do."""
    folder.mkdir()
    (folder / "agent.py").write_bytes(source)
    report = graded(folder, "one_shot")

    assert verdict(report, "one_shot") == "NOT GRADABLE"
    assert "Save the file as UTF-8." in message(report, "one_shot")


@pytest.mark.parametrize("fixture", ["right/deletes_its_folder", "cases/rewrites_the_original.py"])
def test_case_58_deletes_its_files(folder: Path, fixture: str) -> None:
    """It runs on a copy with a home of its own: the learner's own folder is as it was."""
    hand_in(folder, fixture, original=str(folder))
    (folder / "traces.jsonl").write_text("{}\n")
    before, home = contents(folder), sorted(os.listdir(Path.home()))
    report = graded(folder, "one_shot", "wants_human")

    assert {verdict(report, name) for name in ("one_shot", "wants_human")} == {"PASSED"}
    assert contents(folder) == before
    assert sorted(os.listdir(Path.home())) == home


@pytest.mark.parametrize("starter", [None, Spawner])
def test_case_58_digs_deep(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starter: type | None
) -> None:
    """However deep it digs in its own home, all of that is gone afterwards."""
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    hand_in(folder, "cases/digs_deep.py")
    try:
        report = graded(folder, "one_shot", "wants_human", starter=starter, limits=Limits())
        left = list(room.iterdir())
    finally:
        subprocess.run(["rm", "-rf", str(room)], check=True)

    assert {verdict(report, name) for name in ("one_shot", "wants_human")} == {"PASSED"}
    assert left == []


def test_case_58_told_where_nothing_prevents_it(folder: Path) -> None:
    """Where there are no walls, what it changed in the learner's own folder is at least told."""
    hand_in(folder, "cases/rewrites_the_original.py", original=str(folder))
    (folder / "traces.jsonl").write_text("{}\n")
    report = graded(folder, "one_shot", starter=Spawner, limits=Limits())

    assert (folder / "traces.jsonl").read_text() == "gone"
    told = " ".join([*report.advice, *(check.message for check in report.checks)])
    assert "traces.jsonl" in told


def _is(kind: str, path: Path) -> None:
    """Make something in the place of agent.py."""
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "broken link":
        path.symlink_to(path.with_name("nowhere.py"))
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(20_000_000_000)
    elif kind == "device":
        path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("kind", "due", "said"),
    [
        ("folder", "NOT GRADABLE", "agent.py: it is no regular file."),
        ("fifo", "NOT GRADABLE", "agent.py: it is no regular file."),
        ("device", "NOT GRADABLE", "agent.py: it is a link that leads out of its folder"),
        ("loop", "NOT GRADABLE", "agent.py: it can't be read"),
        ("broken link", "NOT GRADABLE", "agent.py: it can't be read"),
        ("huge", "NOT GRADABLE", "agent.py: it has 20000 MB; 10 are allowed."),
        ("missing", "NOT ATTEMPTED", "no agent.py in"),
    ],
)
def test_case_59_no_plain_file(folder: Path, kind: str, due: str, said: str) -> None:
    """Whatever stands in the place of agent.py, it is told in a line, at once."""
    folder.mkdir()
    _is(kind, folder / "agent.py")
    report = graded(folder, "happy", "one_shot")

    assert {str(c.verdict) for c in report.checks} == {due}
    assert message(report, "happy").startswith(said)
    assert "\n" not in message(report, "happy")


@pytest.mark.parametrize("name", ["my voice agent", "予約エージェント", "-rf", "a'b\"c$HOME"])
def test_case_59_path_with_an_odd_name(tmp_path: Path, name: str) -> None:
    """Blanks, quotes and other scripts in a path are nothing special."""
    folder = hand_in(tmp_path / name, "hostile/right_agent.py")
    assert graded(folder, "one_shot").verdict == Verdict.PASSED


def test_case_59_many_files_beside(folder: Path) -> None:
    """The agent is copied whatever lies beside it, and however much."""
    hand_in(folder, "hostile/right_agent.py")
    for number in range(600):
        (folder / f"a{number}.wav").write_text("")
    assert verdict(graded(folder, "wants_human"), "wants_human") == "PASSED"


def test_case_59_path_to_nothing(tmp_path: Path) -> None:
    """A path to nothing at all is a wrong command, in a line."""
    with pytest.raises(BadInput, match="nothing there"):
        find(tmp_path / "nowhere")


def test_case_59_link_to_somebody_elses_file(folder: Path, tmp_path: Path) -> None:
    """A link in the place of agent.py quotes no file from outside to whoever reads the report."""
    folder.mkdir()
    (tmp_path / "marks.csv").write_text("SECRET marks = 17, 18, 12 of 20 points\n")
    (folder / "agent.py").symlink_to(tmp_path / "marks.csv")
    report = graded(folder, "happy")

    assert verdict(report, "happy") == "NOT GRADABLE"
    assert "SECRET" not in message(report, "happy")


INTENTS = [{"text": said, "llm": "unknown", "rule": parse(said)["intent"]} for said in SENTENCES]
TOOLS_JSON = {
    "tools": {name: {"irreversible": irreversible} for name, (irreversible, _) in TOOLS.items()},
    "retryable": ["ToolTimeout"],
}


def write_rows(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _recounted(data: bytes) -> bytes:
    """Let the turns of a trace count from 0."""
    return re.sub(rb'"turn": (\d)', lambda m: b'"turn": %d' % (int(m[1]) - 1), data)


def _without_a_scenario(data: bytes) -> bytes:
    return b"".join(line for line in data.splitlines(True) if b'"one_shot"' not in line)


TRACES, ROWS, JSON = "traces.jsonl", "intents.jsonl", "tools.json"
ODD_FILES: list[tuple[str, str, Callable[[bytes], bytes], str, str]] = [
    # what is odd, the file, what is done to its bytes, the verdict, a word of the report
    ("bom", TRACES, lambda data: b"\xef\xbb\xbf" + data, "PASSED", ""),
    ("bom", JSON, lambda data: b"\xef\xbb\xbf" + data, "PASSED", ""),
    ("crlf", ROWS, lambda data: data.replace(b"\n", b"\r\n"), "PASSED", ""),
    ("crlf", TRACES, lambda data: data.replace(b"\n", b"\r\n"), "PASSED", ""),
    ("blank lines", ROWS, lambda data: data.replace(b"\n", b"\n\n \n"), "PASSED", ""),
    ("NaN", JSON, lambda data: data.replace(b"true", b"NaN"), "NOT GRADABLE", "NaN"),
    ("NaN", TRACES, lambda data: data.replace(b'"turn": 1', b'"turn": NaN'), "NOT GRADABLE", "NaN"),
    (
        "key twice",
        JSON,
        lambda data: data.replace(b'"retryable"', b'"retryable": [], "retryable"'),
        "PASSED",
        "a key stands twice",
    ),
    (
        "U+2028",
        TRACES,
        lambda data: data.replace(b'"say": "', b'"say": "\xe2\x80\xa8'),
        "PASSED",
        "",
    ),
    (
        "U+2028",
        ROWS,
        lambda data: data.replace(b'{"text"', b'{"note": "\xe2\x80\xa8", "text"'),
        "PASSED",
        "",
    ),
    (
        "cp932",
        ROWS,
        lambda data: data.replace(b'"llm"', b'"\x93\xfa": 1, "llm"'),
        "NOT GRADABLE",
        "UTF-8",
    ),
    ("from 0", TRACES, _recounted, "PASSED", ""),
    (
        "wrong order",
        TRACES,
        lambda data: b"".join(reversed(data.splitlines(True))),
        "FAILED",
        "scenario is 'one_shot'",
    ),
    ("a scenario is missing", TRACES, _without_a_scenario, "FAILED", "5 rows"),
    (
        "text for a number",
        "intent_acc.json",
        lambda data: data.replace(b"8", b'"8"'),
        "FAILED",
        "whole numbers",
    ),
]


@pytest.mark.parametrize(
    ("name", "change", "due", "said"),
    [row[1:] for row in ODD_FILES],
    ids=[f"{row[1]}: {row[0]}" for row in ODD_FILES],
)
def test_case_60_odd_data_file(
    folder: Path, name: str, change: Callable[[bytes], bytes], due: str, said: str
) -> None:
    """What is harmless in a file is accepted or remarked on; what is not is told by its place."""
    hand_in(folder, "hostile/right_agent.py")
    played = ("happy", "one_shot")
    scenarios = graded(folder, *played).scenarios
    rows = [{"scenario": key, **turn} for key in played for turn in scenarios[key]["turns"]]
    write_rows(folder / TRACES, rows)
    write_rows(folder / ROWS, INTENTS)
    (folder / JSON).write_text(json.dumps(TOOLS_JSON))
    (folder / "intent_acc.json").write_text('{"llm": 1, "rule": 8}')
    right = (folder / name).read_bytes()
    (folder / name).write_bytes(change(right))
    word = {TRACES: "traces", JSON: "tools"}.get(name, "intents")
    report = graded(folder, *played, words=(word,))

    assert change(right) != right
    assert str(report.verdict) == due
    assert said in " ".join([*report.advice, *(check.message for check in report.checks)])


def test_case_60_stale_trace(folder: Path) -> None:
    """A trace older than the agent is to be written again, and is not called wrong."""
    hand_in(folder, "hostile/right_agent.py")
    turns = graded(folder, "one_shot").scenarios["one_shot"]["turns"]
    rows = [{"scenario": "one_shot", **turn, "state": "LISTEN"} for turn in turns]
    write_rows(folder / TRACES, rows)
    os.utime(folder / TRACES, (0, 0))
    report = graded(folder, "one_shot", words=("traces",))

    assert "traces.jsonl is older than agent.py: run the cell that writes it again" in message(
        report, "one_shot"
    )


def test_each_of_the_sixty_is_here() -> None:
    """No number is missing."""
    numbers = {
        int(found[1]) for name in globals() if (found := re.match(r"test_case_(\d+)_", name))
    }

    assert sorted(numbers) == list(range(1, 61))


def test_each_fixture_says_what_it_is() -> None:
    """The first two lines of a case's agent are its verdict, and why."""
    verdicts = {str(one) for one in Verdict}

    for path in [*(AGENTS / "cases").glob("*.py"), *(AGENTS / "cases").glob("*/agent.py")]:
        first, second = path.read_text("utf-8").splitlines()[:2]
        assert first.removeprefix("# verdict: ") in verdicts, path
        assert second.startswith("# why: "), path
