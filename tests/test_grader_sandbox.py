"""What a learner's process can't reach, in each jail that this system has, and in none."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader import forking
from grader.context import Context
from grader.grading import grade
from grader.limits import Limits
from grader.sandbox import landlock, seccomp
from grader.sandbox.jails import jails
from grader.starting import Spawner, Zygote
from grader.submission import find
from grader.verdicts import Report
from voicekit.scenarios import load

PROBE = Path(__file__).parent / "agents" / "sandbox" / "probe.py"
PLAIN = Path(__file__).parent / "agents" / "wrong" / "plain_agent.py"
ROOT = Path(__file__).parents[1]
LIMITS = Limits(import_s=4.0, turn_s=1.5, settle_s=0.2)
ONE = load()[1:2]
REFUSED = {"Permission denied", "Operation not permitted", "No such file or directory", "refused"}
REFUSED |= {"No such process", "Read-only file system", "ValueError"}
KEPT_FROM = [
    "reads a secret of the instructor's",
    "reads another submission",
    "reads the solution",
    "reads the environment of the process above",
    "writes beside its submission",
    "writes into voicekit",
    "writes to /tmp",
    "makes a socket",
    "makes a socket in the file system",
    "kills a process outside",
    "limits the process above",
    "raises its own limits",
    "makes a name space",
]
LEFT_FREE = [
    "writes into its home",
    "reads its own files",
    "starts a program",
    "ends a program",
    "runs asyncio",
    "imports what is installed",
    "imports the library",
]

linux = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")
JAILS = ["bubblewrap", "namespaces", "none"]


@pytest.fixture
def jail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have the grader use one kind of jail only."""
    kind: str = request.param

    def chosen(room: Path) -> Iterator[Any]:
        return (jail for jail in jails(room) if "".join(jail.walls or ["none"]).startswith(kind))

    monkeypatch.setattr(forking, "jails", chosen)
    try:
        play(PLAIN)
    except RuntimeError:
        if "sandbox" in os.environ.get("LAB_REQUIRE", "").split(","):
            raise
        pytest.skip(f"{kind}: not to be had here")
    return kind


def play(agent: Path, starter: type | None = None, limits: Limits = LIMITS) -> Report:
    """Play one scenario with an agent."""
    return grade(Context(find(agent), limits=limits, starter=starter, scenarios=ONE), ["booking"])


@pytest.fixture
def probe(tmp_path: Path) -> Iterator[Path]:
    """A probe in a folder, and things outside of it that it must not reach."""
    folder = tmp_path / "class" / "one"
    folder.mkdir(parents=True)
    (tmp_path / "class" / "secret").write_text("grades")
    shutil.copy(PROBE, folder / "agent.py")
    bystander = subprocess.Popen(["sleep", "60"])
    asked = {
        "folder": str(tmp_path / "class"),
        "secret": str(tmp_path / "class" / "secret"),
        "solution": str(ROOT / "solutions" / "agent.py"),
        "bystander": bystander.pid,
    }
    (folder / "asked.json").write_text(json.dumps(asked))
    yield folder
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


def told(report: Report) -> dict[str, str]:
    """Return what the probe printed."""
    line = next(line for line in report.learner_output.splitlines() if line.startswith("{"))
    answers: dict[str, str] = json.loads(line)
    return answers


@linux
@pytest.mark.parametrize("jail", JAILS, indirect=True)
def test_a_process_reaches_its_own_and_nothing_else(jail: str, probe: Path) -> None:
    """No files, network or processes of others; all that an honest agent needs."""
    if jail == "none" and landlock.version() < 6:
        pytest.skip("this kernel has no landlock that keeps signals in")
    report = play(probe)
    answers = told(report)

    assert {name: answers[name] for name in KEPT_FROM if answers[name] not in REFUSED} == {}
    walls = " ".join(report.protections)
    endless = jail == "none" and "still root" in walls  # then no process may be started
    free = [name for name in LEFT_FREE if not (endless and "a program" in name)]
    assert {name: answers[name] for name in free if answers[name] != "done"} == {}
    assert not endless or answers["starts a program"] in REFUSED
    assert ("landlock" in walls, "seccomp" in walls) == (True, True)
    assert jail == "none" or jail in walls
    assert not Path("/tmp/voice-lab-probe").exists()


@linux
@pytest.mark.parametrize("jail", ["bubblewrap"], indirect=True)
def test_bubblewrap_gives_memory_instead_of_disk(jail: str, probe: Path) -> None:
    """What is written to a home is bounded as a whole; locks in shared memory work."""
    answers = told(play(probe))

    assert answers["fills the disk"] == "No space left on device"
    assert answers["shares memory"] == "done"


@linux
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
@pytest.mark.parametrize("jail", JAILS, indirect=True)
def test_root_is_given_up_or_said_to_be_kept(jail: str, probe: Path) -> None:
    """Run by root, a learner's process is another user's wherever that one can read Python."""
    report = play(probe)
    still_root = told(report)["is root"] == "done"

    assert still_root == any("still root" in wall for wall in report.protections)
    assert not (still_root and jail == "bubblewrap")


@linux
@pytest.mark.parametrize("jail", JAILS, indirect=True)
@pytest.mark.parametrize(
    "leave",
    [
        'subprocess.Popen(["sleep", MARK])',
        'subprocess.Popen(["sleep", MARK], start_new_session=True)',
        "os.system(f\"(setsid sh -c 'sleep {MARK} & exec sleep {MARK}' &) &\")",
        "[os.fork() or os.execlp('sleep', 'sleep', MARK) for _ in range(20)]",
    ],
    ids=["child", "own session", "daemons", "many"],
)
def test_no_process_outlives_its_run(jail: str, leave: str, tmp_path: Path) -> None:
    """Whatever it started is gone, in a session of its own or not."""
    mark = f"9{os.getpid()}{abs(hash((jail, leave))) % 10**6}"
    source = f"import os, subprocess\nMARK = {mark!r}\n{PLAIN.read_text('utf-8')}\n{leave}\n"
    (tmp_path / "agent.py").write_text(source, "utf-8")
    play(tmp_path)

    assert [line for line in command_lines() if mark in line] == []


@linux
@pytest.mark.parametrize("jail", JAILS, indirect=True)
def test_a_fork_bomb_goes_off_in_its_own_room(jail: str, tmp_path: Path) -> None:
    """It fails its scenario; the grader goes on, and nothing is left of it."""
    mark = f"bomb{os.getpid()}{jail}"
    bomb = f"""
import os
class Bomb(VoiceAgent):
    def handle(self, text):
        while True:
            try:
                if os.fork() == 0:
                    open("/proc/self/comm", "w").write({mark[:15]!r})
            except OSError:
                pass
VoiceAgent = Bomb
"""
    (tmp_path / "agent.py").write_text(PLAIN.read_text("utf-8") + bomb, "utf-8")
    report = play(tmp_path, limits=replace(LIMITS, processes=20))

    assert str(report.verdict) == "FAILED"
    assert [line for line in command_lines() if mark[:15] in line] == []


@linux
@pytest.mark.parametrize("jail", ["bubblewrap", "namespaces"], indirect=True)
def test_memory_is_bounded_for_all_processes_together(jail: str, tmp_path: Path) -> None:
    """A limit that only binds each process would let many small ones fill the computer."""
    hog = """
import os, time
class Hog(VoiceAgent):
    def handle(self, text):
        for _ in range(6):
            if os.fork() == 0:
                kept = bytearray(os.urandom(1)) * (60 << 20)
                time.sleep(60)
        time.sleep(1)
        return super().handle(text)
VoiceAgent = Hog
"""
    (tmp_path / "agent.py").write_text(PLAIN.read_text("utf-8") + hog, "utf-8")
    report = play(tmp_path, limits=replace(LIMITS, memory_bytes=250 << 20))

    assert "SIGKILL" in report.checks[0].message


def command_lines() -> list[str]:
    """Return name and command line of every process there is."""
    lines = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name = (folder / "comm").read_text()
                lines.append(name + (folder / "cmdline").read_bytes().decode("utf-8", "replace"))
            except OSError:
                continue
    return lines


@linux
@pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not there to play a user with")
def test_another_user_than_root_gets_the_same_walls(probe: Path) -> None:
    """The grader needs no root: a user has bubblewrap, landlock and seccomp too."""
    file = probe.parent / "report.json"
    user = ["bwrap", "--unshare-user", "--uid", "1000", "--bind", "/", "/", "--dev", "/dev"]
    grader = [sys.executable, "-m", "grader", str(probe), "--only", "booking", "--json", str(file)]
    done = subprocess.run([*user, *grader], cwd=ROOT, check=False, capture_output=True, text=True)
    if not file.exists():
        pytest.skip(f"no user to be played here: {done.stderr[-200:]}")
    report = json.loads(file.read_text())
    line = next(line for line in report["learner_output"].splitlines() if line.startswith("{"))
    answers = json.loads(line)

    assert {name: answers[name] for name in KEPT_FROM if answers[name] not in REFUSED} == {}
    assert answers["is root"] == "ZeroDivisionError"
    assert any(wall.startswith("landlock") for wall in report["protections"])


def test_without_any_jail_the_verdict_is_the_same() -> None:
    """The path of macOS and Windows: a process of its own and limits, and it says no more."""
    report = play(PLAIN, Spawner)

    assert str(report.verdict) == "PASSED"
    assert not any(word in " ".join(report.protections) for word in ("landlock", "seccomp"))


@linux
def test_a_jail_that_does_not_work_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where namespaces are forbidden, bubblewrap is there and fails: the next one is used."""

    def broken(room: Path) -> Iterator[Any]:
        for jail in jails(room):
            yield replace(jail, command=["false"] if jail.command else [])

    monkeypatch.setattr(forking, "jails", broken)
    report = play(PLAIN, Zygote)

    assert str(report.verdict) == "PASSED"
    assert not any("bubblewrap" in wall for wall in report.protections)


def test_filters_name_every_call_for_every_processor() -> None:
    """A call that is known by number on one processor only would go through on the other."""
    numbers = list(seccomp.REFUSED.values())

    assert all(x86 is not None for x86, _ in numbers)
    missing = {name for name, (_, arm) in seccomp.REFUSED.items() if arm is None}
    assert missing == {"iopl", "ioperm", "modify_ldt"}  # that processor has none of these
    for column in (0, 1):
        known = [row[column] for row in numbers if row[column] is not None]
        assert len(set(known)) == len(known)
