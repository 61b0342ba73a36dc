"""Grading a class: what is a submission, zips that mean harm, resuming, tables, near-identical."""

import ast
import contextlib
import csv
import io
import os
import shutil
import stat
import string
import sys
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import grader.__main__ as command_line
from grader.classroom import hands, running, words
from grader.classroom.archive import Refused, unpack
from grader.classroom.hands import Hands, Lost
from grader.classroom.intake import Intake, gather
from grader.classroom.likeness import Published, compare, published
from grader.classroom.parcel import Options, Parcel, pack
from grader.classroom.placing import agent, place
from grader.classroom.prints import Prints, prints
from grader.classroom.progress import Progress
from grader.classroom.row import blank
from grader.classroom.running import Class, reserved
from grader.classroom.table import cell, columns
from grader.classroom.tree import FolderTree, ZipTree, open_tree
from grader.classroom.work import Result, received, result, send
from grader.grading import WORDS
from grader.submission import Submission
from grader.verdicts import Check, Report, Verdict
from voicekit import workspace
from voicekit.checksums import ROOT
from voicekit.clock import FakeClock
from voicekit.errors import BadInput

AGENTS = ROOT / "tests" / "agents"
RIGHT = AGENTS / "wrong" / "plain_agent.py"


def made(top: Path, *names: str, **contents: str | bytes) -> Path:
    """Make files below a folder; those named have a few bytes in them."""
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(contents.get(name, name.encode()))  # type: ignore[arg-type]
    return top


def zipped(*names: str, content: bytes = b"x = 1\n") -> bytes:
    """Return a zip with such names in it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as opened:
        for name in names:
            opened.writestr(name, content)
    return file.getvalue()


def with_info(**values: Any) -> bytes:
    """Return a zip with one agent.py that is described like that."""
    file = io.BytesIO()
    info = zipfile.ZipInfo("agent.py")
    for name, value in values.items():
        setattr(info, name, value)
    with zipfile.ZipFile(file, "w") as opened:
        opened.writestr(info, b"x = 1\n")
    return file.getvalue()


def students(intake: Intake) -> dict[str, str]:
    return {found.id: found.student for found in intake.submissions}


# what is a submission, and whose


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["Ada Lovelace_77_assignsubmission_file_/agent.py"], {"Ada-Lovelace-77": "Ada Lovelace"}),
        (["Ada Lovelace_77_assignsubmission_file_agent.py"], {"Ada-Lovelace-77": "Ada Lovelace"}),
        (["lovelaceada_LATE_1234_5678_agent-1.py"], {"lovelaceada-1234": "lovelaceada"}),
        (
            ["Lab 3_ada_attempt_2026-01-01-10-00-00_agent.py"],
            {"Lab-3-ada": "ada"},
        ),
        (["submission_12345/agent.py"], {"submission-12345": ""}),
        (["lab-ada/agent.py", "lab-ada/.git/HEAD", "lab-bob/agent.py", "lab-bob/.git/HEAD"],
         {"lab-ada": "ada", "lab-bob": "bob"}),
        (["Ada/agent.py", "bob.zip", "eve.py"], {"Ada": "Ada", "bob": "bob", "eve": "eve"}),
        (["ada/src/voice/agent.py", "ada/tests/test_agent.py"], {"ada": "ada"}),
        (["red/ada/agent.py", "red/bob/agent.py", "blue/ada/agent.py", "blue/eve/agent.py"],
         {"red-ada": "ada", "red-bob": "bob", "blue-ada": "ada", "blue-eve": "eve"}),
        (["export/ada/agent.py", "export/bob/agent.py"], {"ada": "ada", "bob": "bob"}),
    ],
)  # fmt: skip
def test_submissions_are_known_by_their_names(
    tmp_path: Path, names: list[str], found: dict[str, str]
) -> None:
    """As each platform exports them, in a folder and in a zip of all."""
    made(tmp_path / "class", *names)
    (tmp_path / "class.zip").write_bytes(zipped(*names))

    assert students(gather(FolderTree(tmp_path / "class"))) == found
    assert students(gather(ZipTree(tmp_path / "class.zip"))) == found


def test_the_latest_attempt_counts_and_others_are_listed(tmp_path: Path) -> None:
    """Blackboard's by their date, Canvas's file by file."""
    made(
        tmp_path,
        "Lab_ada_attempt_2026-01-01-10-00-00_agent.py",
        "Lab_ada_attempt_2026-01-02-09-00-00_agent.py",
        "Lab_ada_attempt_2026-01-02-09-00-00.txt",
        "byronada_123_1001_agent.py",
        "byronada_123_1003_agent-2.py",
        "byronada_123_1002_agent-1.py",
        "byronada_123_1000_tools.json",
    )
    (tmp_path / "Lab_ada_attempt_2026-01-02-09-00-00.txt").write_text("Name: Ada L. (ada)\r\nx")

    board, canvas = gather(FolderTree(tmp_path)).submissions
    assert board.student == "Ada L."
    assert board.parts == (("agent.py", "Lab_ada_attempt_2026-01-02-09-00-00_agent.py"),)
    assert board.superseded == ("Lab_ada_attempt_2026-01-01-10-00-00_agent.py",)
    assert dict(canvas.parts)["agent.py"] == "byronada_123_1003_agent-2.py"
    assert dict(canvas.parts)["tools.json"] == "byronada_123_1000_tools.json"
    assert len(canvas.superseded) == 2


def test_gradescope_tells_names_in_a_file_of_its_own(tmp_path: Path) -> None:
    """Only those of the submitters: tests have names, too."""
    made(tmp_path, "submission_1/agent.py", "submission_2/agent.py")
    (tmp_path / "submission_metadata.yml").write_text(
        "---\nsubmission_1:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '1'\n"
        "  - :name: 'Bob'\n  :results:\n    tests:\n    - name: happy\nsubmission_2:\n"
        "  :submitters:\n  - :name: Eve\n"
    )

    intake = gather(FolderTree(tmp_path))
    assert students(intake) == {"submission-1": "Ada Lovelace and Bob", "submission-2": "Eve"}
    assert intake.left_out == []


def test_what_is_no_submission_is_listed_and_rubbish_is_not(tmp_path: Path) -> None:
    """Nothing is dropped in silence, but what no learner hands in on purpose."""
    made(
        tmp_path, "ada/agent.py", "ada/.DS_Store", "__MACOSX/ada/agent.py", ".hidden/agent.py",
        "notes.txt", "essay/essay.pdf", "bob.rar", "Eve_9_assignsubmission_onlinetext_/text.html",
    )  # fmt: skip
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.py")
        (tmp_path / "link.py").symlink_to(RIGHT)

    intake = gather(FolderTree(tmp_path))
    left_out = {"notes.txt", "essay", "bob.rar", "Eve_9_assignsubmission_onlinetext_"}
    left_out |= {"pipe.py", "link.py"} if hasattr(os, "mkfifo") else set()
    assert {name for name, _ in intake.left_out} == left_out
    assert [found.id for found in intake.submissions] == ["Eve-9", "ada"]  # Eve is told why


ODD = ["..py", "Ädä.py", "ada lovelace.py", "ADA LOVELACE.zip", "con.py", "x" * 200 + ".py",
       "李明.py", "王伟.py", "a\tb.py", "-rf.py", "=1+1.py"]  # fmt: skip


def test_ids_are_unique_safe_and_the_same_again(tmp_path: Path) -> None:
    """Whatever names there are, also for file systems that take upper for lower case."""
    made(tmp_path, *ODD)

    ids = [found.id for found in gather(FolderTree(tmp_path)).submissions]
    assert len({one.casefold() for one in ids}) == len(ODD) - 1  # "..py" is hidden
    assert all(set(one) <= set(string.ascii_letters + string.digits + "-") for one in ids)
    assert all(len(one) < 100 and one.lower() not in ("con", "nul") for one in ids)
    (tmp_path / "zzz.py").write_text("")
    assert set(ids) < {found.id for found in gather(FolderTree(tmp_path)).submissions}


def test_an_id_that_somebody_else_chose_is_not_taken_twice(tmp_path: Path) -> None:
    """A mark can be foreseen: who names a file like another's id gets an id of its own."""
    made(tmp_path, "bob.py", "BOB.zip")
    forged = {found.id for found in gather(FolderTree(tmp_path)).submissions}
    made(tmp_path, *(f"{one}.py" for one in forged))

    ids = [found.id for found in gather(FolderTree(tmp_path)).submissions]
    assert len(set(ids)) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has names that are no text")
def test_a_name_that_is_no_text_is_no_obstacle(tmp_path: Path) -> None:
    """Bytes of another encoding."""
    with open(os.fsencode(tmp_path) + b"/\xe4da.py", "wb") as file:
        file.write(b"x = 1\n")

    (found,) = gather(FolderTree(tmp_path)).submissions
    parcel = pack(FolderTree(tmp_path), found, OPTIONS)
    parcel.content().encode()
    found.student.encode()


# zips that mean harm


def bomb(count: int, size: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as opened:
        for number in range(count):
            opened.writestr(f"{number}.py", bytes(size))
    return file.getvalue()


def lying_about_its_size() -> bytes:
    """Return a zip whose table says that 11 MB are one byte."""
    raw = bytearray(bomb(1, 11_000_000))
    at = raw.rindex(b"PK\x01\x02")
    raw[at + 24 : at + 28] = (1).to_bytes(4, "little")
    return bytes(raw)


def encrypted() -> bytes:
    raw = bytearray(zipped("agent.py"))
    raw[raw.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(raw)


def no_utf_8() -> bytes:
    raw = zipped("ägent.py")
    return raw.replace("ä".encode(), b"\xff\xfe")


HARMFUL: dict[str, Callable[[], bytes]] = {
    "no zip": lambda: b"PK nothing",
    "cut off": lambda: zipped("agent.py")[:-30],
    "spoiled": lambda: zipped("agent.py", content=b"y" * 99).replace(b"yyy", b"yzy"),
    "up": lambda: zipped("agent.py", "../agent.py"),
    "up with backslashes": lambda: zipped("agent.py", "lab\\..\\..\\agent.py"),
    "absolute": lambda: zipped("/agent.py"),
    "with a drive": lambda: zipped("C:\\agent.py"),
    "a link": lambda: with_info(create_system=3, external_attr=(stat.S_IFLNK | 0o777) << 16),
    "a device": lambda: with_info(create_system=3, external_attr=(stat.S_IFCHR | 0o666) << 16),
    "encrypted": encrypted,
    "another method": lambda: with_info(compress_type=zipfile.ZIP_LZMA),
    "twice": lambda: zipped("agent.py", "./agent.py"),
    "a file as a folder": lambda: zipped("agent.py", "agent.py/agent.py"),
    "a name too long": lambda: zipped("x" * 300 + ".py"),
    "no UTF-8": no_utf_8,
    "one big": lambda: bomb(1, 10_000_001),
    "all too big": lambda: bomb(6, 9_000_000),
    "lying": lying_about_its_size,
    "many": lambda: zipped(*(f"{n}.py" for n in range(501))),
    "very many": lambda: zipped(*(f"{n}.py" for n in range(10_001))),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", HARMFUL)
def test_a_harmful_zip_is_refused_with_a_reason(tmp_path: Path, kind: str) -> None:
    """And writes nothing outside of its folder."""
    folder = tmp_path / "in" / "ada"
    folder.mkdir(parents=True)

    with pytest.raises(Refused) as refused:
        place({"ada.zip": HARMFUL[kind]()}, folder)
    assert len(str(refused.value)) > 20
    assert list(tmp_path.rglob("agent.py")) in ([], [folder / "agent.py"])
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["ada"]


def test_a_zip_of_very_many_files_is_refused_before_they_are_read(tmp_path: Path) -> None:
    """Their names alone would fill the memory."""
    with pytest.raises(Refused, match="more than 10000 entries"):
        unpack(HARMFUL["very many"](), tmp_path)


def test_rubbish_in_a_zip_is_no_reason_to_refuse_it(tmp_path: Path) -> None:
    """What is ignored in a folder is ignored in a zip, even where it would be refused."""
    many = [f"node_modules/{n}.js" for n in range(600)]
    place({"ada.zip": zipped("./", "lab\\agent.py", "__MACOSX/agent.py", *many)}, tmp_path)

    assert [p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.*")] == ["lab/agent.py"]


def test_a_zip_in_a_zip_is_unpacked(tmp_path: Path) -> None:
    """And one folder more, as Moodle and a learner between them make it."""
    place({"a/b.zip": zipped("c.zip", content=zipped("d/agent.py"))}, tmp_path)

    assert agent(tmp_path).folder == tmp_path / "a" / "d" or agent(tmp_path).folder.name == "d"


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["agent.py", "old/agent.py"], "agent.py"),
        (["a/b/agent.py", "a/b/calendar.py"], "a/b/agent.py"),
        (["my agent.py", "x/helper.txt"], "my agent.py"),
        (["tools.json"], "agent.py"),  # still to be written
        (["a/agent.py", "b/agent.py"], None),
        (["a.py", "b.py"], None),
        (["a/b/c/agent.py"], None),
        (["agent.rar"], None),
        (["a.zip", "b.zip"], None),
        ([], None),
    ],
)
def test_which_file_is_the_agent(tmp_path: Path, names: list[str], chosen: str | None) -> None:
    """The one furthest up, or the only one; a choice that can't be made is refused."""
    contents = {name: zipped("agent.py") if ".zip" in name else b"" for name in names}
    if chosen is None:
        with pytest.raises(Refused):
            placed(contents, tmp_path)
    else:
        one = placed(contents, tmp_path)
        assert one.path(one.agent) == tmp_path / chosen


def placed(contents: dict[str, bytes], folder: Path) -> Submission:
    place(contents, folder)
    return agent(folder)


def test_the_one_file_of_many_that_has_an_agent_is_it(tmp_path: Path) -> None:
    """Where nothing is called agent.py."""
    place({"a.py": b"class VoiceAgent: ...", "b.py": b"x = 1"}, tmp_path)

    assert agent(tmp_path).agent == "a.py"


def test_too_big_and_unreadable_files_are_left_out_with_a_remark(tmp_path: Path) -> None:
    """A file nobody needs must not cost a grade."""
    made(tmp_path, "ada/agent.py", *(f"ada/data/{n}.txt" for n in range(600)))
    (tmp_path / "ada" / "big.bin").write_bytes(bytes(10_000_001))
    if hasattr(os, "symlink"):
        (tmp_path / "ada" / "link.txt").symlink_to("/etc/passwd")

    tree = FolderTree(tmp_path)
    parcel = pack(tree, gather(tree).submissions[0], OPTIONS)
    assert next(iter(parcel.files)) == "agent.py"
    assert len(parcel.files) == 500
    assert not any(b"root:" in content for content in parcel.files.values())
    assert any("big.bin" in remark for remark in parcel.remarks)
    assert any("link.txt" in remark for remark in parcel.remarks)
    assert any("500" in remark for remark in parcel.remarks)


def test_a_harmful_name_in_the_zip_of_all_costs_only_that_file(tmp_path: Path) -> None:
    """It is listed, and the others are graded."""
    (tmp_path / "all.zip").write_bytes(zipped("../eve.py", "ada/agent.py"))

    intake = gather(open_tree(tmp_path / "all.zip"))
    assert [name for name, _ in intake.left_out] == ["../eve.py"]
    assert [found.id for found in intake.submissions] == ["ada"]


# running: a pool of our own, so that nothing is played


OPTIONS = Options(seed=0, only=list(WORDS), feedback="full", lab="this one")
BLANK = blank(list(WORDS))


def stub(parcel: Parcel) -> Result:
    """Return what grading might, made of the content alone."""
    verdict = Verdict.PASSED if b"pass" in b"".join(parcel.files.values()) else Verdict.FAILED
    checks = [Check(c.word, c.exercise, verdict, "", c.scenario, c.run) for c in BLANK]
    its = prints([c for n, c in parcel.files.items() if n.endswith(".py")])
    return result(parcel, Report(checks, seed=parcel.options["seed"]), list(parcel.files), its)


class Pretend:
    """A pool that grades when it is asked for the future's result, and counts.

    Attributes:
        graded: the ids, in order.
        most: parcels that were out at once.
    """

    def __init__(self, grade: Callable[[Parcel], Result] = stub, room: int = 3) -> None:
        self._grade, self._room = grade, room
        self.graded: list[str] = []
        self.most = self.out = 0

    def room(self) -> int:
        return self._room

    def submit(self, parcel: Parcel) -> "Future[Result]":
        self.graded.append(parcel.id)
        self.out += 1
        self.most = max(self.most, self.out)
        future: Future[Result] = _Counted(self)
        try:
            future.set_result(self._grade(parcel))
        except Lost as lost:
            future.set_exception(lost)
        return future

    def close(self) -> None:
        pass


class _Counted(Future):  # type: ignore[type-arg]
    def __init__(self, pool: Pretend) -> None:
        super().__init__()
        self._pool = pool

    def result(self, timeout: float | None = None) -> Any:
        self._pool.out -= 1
        return super().result(timeout)


def class_of(source: Path, out: Path, **options: Any) -> Class:
    tree = open_tree(source)
    return Class(tree, gather(tree), out, Options(**{**OPTIONS, **options}))  # type: ignore[typeddict-item]


def graded(source: Path, out: Path, pool: Pretend | None = None, seed: int | None = None) -> Class:
    """Grade a class with a pool that pretends."""
    with reserved(out):
        course = class_of(source, out)
        course.begin(seed)
        progress = Progress(None, FakeClock(), len(course.intake.submissions), 0)
        course.grade(pool or Pretend(), progress, lambda text: None)
        course.finish()
    return course


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """Make a small class."""
    folder = tmp_path / "school"
    for name in ("ada", "bob", "eve", "zoe"):
        made(folder, f"{name}/agent.py")
        (folder / name / "agent.py").write_text(f"# {name}\nx = 'pass'\n")
    made(folder, "notes.txt")
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_two_folders_hold_the_same_bytes_and_no_path(tmp_path: Path, school: Path) -> None:
    """Neither time nor place is in what is written, nor the order in which things were done."""
    graded(school, tmp_path / "one", Pretend(room=1))
    shutil.copytree(school, tmp_path / "elsewhere")
    graded(tmp_path / "elsewhere", tmp_path / "two", Pretend(room=4))

    assert everything(tmp_path / "one") == everything(tmp_path / "two")
    assert str(tmp_path).encode() not in b"".join(everything(tmp_path / "one").values())


class Killed(BaseException):
    """As by kill -9: nothing is tidied up."""


@contextlib.contextmanager
def killed_at(monkeypatch: pytest.MonkeyPatch, write: int, *, is_before: bool) -> Iterator[None]:
    """Kill at the given write, counted from 0: half way through it, or just after it."""
    count = 0
    real = workspace.write

    def fatal(path: Path, text: str) -> None:
        nonlocal count
        if count == write and is_before:
            path.parent.mkdir(parents=True, exist_ok=True)
            (path.parent / f".{path.name}.half").write_text(text[:10])
            raise Killed
        real(path, text)
        if count == write:
            raise Killed
        count += 1

    with monkeypatch.context() as patched:
        patched.setattr(workspace, "write", fatal)
        yield


WRITES = 1 + 3 * 4 + 2  # the seed, each one's reports and entry, the table and the summary


@pytest.mark.parametrize("is_before", [True, False], ids=["half written", "just written"])
@pytest.mark.parametrize("write", range(WRITES))
def test_a_run_that_is_killed_goes_on_to_the_same_bytes(
    tmp_path: Path, school: Path, monkeypatch: pytest.MonkeyPatch, write: int, is_before: bool
) -> None:
    """Wherever it was killed; nothing is graded twice but what was under way."""
    graded(school, tmp_path / "whole")
    first, second = Pretend(), Pretend()

    with killed_at(monkeypatch, write, is_before=is_before), pytest.raises(Killed):
        graded(school, tmp_path / "out", first)
    graded(school, tmp_path / "out", second)
    assert everything(tmp_path / "out") == everything(tmp_path / "whole")
    assert len(first.graded) + len(second.graded) <= 4 + first.room()


@pytest.mark.parametrize("level", ["full", "where", "verdict"])
def test_reports_tell_as_much_as_was_asked_and_the_table_all(level: str) -> None:
    """What a learner sees is the instructor's to decide; the instructor sees why."""
    parcel = Parcel("ada", "Ada", Options(**{**OPTIONS, "feedback": level}))  # type: ignore[typeddict-item]
    refused = Check("booking", "confirm-yes", Verdict.NOT_GRADABLE, "It is broken.", "happy")

    came = result(parcel, Report([refused]))
    assert ("It is broken." in came["report"]) == ("It is broken." in came["page"])
    assert ("It is broken." in came["report"]) == (level == "full")
    assert came["row"]["reason"] == "It is broken."


def test_what_is_done_is_reused_and_what_changed_is_graded_anew(
    tmp_path: Path, school: Path
) -> None:
    """Each for its reason; no report is lost."""
    graded(school, tmp_path / "out")
    before = everything(tmp_path / "out")
    (school / "ada" / "agent.py").write_text("x = 'worse'\n")
    shutil.rmtree(school / "bob")
    made(school, "new/agent.py")
    (tmp_path / "out" / "reports" / "eve.html").write_text("by hand")
    pool = Pretend()

    course = graded(school, tmp_path / "out", pool)
    assert course.why == {"": 1, "changed": 1, "new": 1, "report": 1}
    assert course.gone == ["bob"]
    assert sorted(pool.graded) == ["ada", "eve", "new"]
    earlier = everything(tmp_path / "out" / "earlier")
    assert earlier["bob.json"] == before["reports/bob.json"]
    assert earlier["ada.json"] == before["reports/ada.json"]
    assert earlier["eve.html"] == b"by hand"
    assert not (tmp_path / "out" / "reports" / "bob.json").exists()
    (school / "ada" / "agent.py").write_text("x = 'pass again'\n")
    graded(school, tmp_path / "out")
    assert set(everything(tmp_path / "out" / "earlier")) > {"ada.json", "ada-2.json"}


def test_another_seed_or_lab_grades_all_anew(tmp_path: Path, school: Path) -> None:
    """And without --seed, the seed stays what it was."""
    first = graded(school, tmp_path / "out")
    made(school, "late/agent.py")

    assert graded(school, tmp_path / "out").options["seed"] == first.options["seed"]
    assert graded(school, tmp_path / "out", seed=7).why == {"options": 5}
    assert graded(school, tmp_path / "out").options["seed"] == 7
    course = class_of(school, tmp_path / "out", lab="another")
    course.begin(None)
    assert course.why == {"lab": 5}


def test_the_seed_follows_from_the_submissions(tmp_path: Path, school: Path) -> None:
    """Another submission, another seed: nobody knows it before."""
    first = graded(school, tmp_path / "one").options["seed"]
    (school / "ada" / "agent.py").write_text("x = 3\n")

    assert graded(school, tmp_path / "two").options["seed"] != first


def test_a_folder_is_for_one_run_and_one_class(tmp_path: Path, school: Path) -> None:
    """What is in use, or holds something else, is left alone."""
    with reserved(tmp_path / "out"), pytest.raises(BadInput), reserved(tmp_path / "out"):
        pass
    graded(school, tmp_path / "out")
    made(tmp_path / "others", "zed.py")
    before = everything(tmp_path / "out")
    with pytest.raises(BadInput, match="others, all of them"):
        graded(tmp_path / "others", tmp_path / "out")
    assert everything(tmp_path / "out") == before
    made(tmp_path / "thesis", "thesis.tex")
    with pytest.raises(BadInput, match="something else"), reserved(tmp_path / "thesis"):
        pass
    assert os.listdir(tmp_path / "thesis") == ["thesis.tex"]


def test_no_more_than_a_window_is_under_way(tmp_path: Path) -> None:
    """What a class needs of memory does not grow with it."""
    made(tmp_path / "school", *(f"{n:03}/agent.py" for n in range(60)))
    pool = Pretend(room=5)

    graded(tmp_path / "school", tmp_path / "out", pool)
    assert len(pool.graded) == 60
    assert pool.most <= 5


def test_a_lost_submission_is_tried_again_and_costs_no_other(tmp_path: Path, school: Path) -> None:
    """Lost twice, it is a GRADER ERROR without a score, and the same command tries again."""
    tried: list[str] = []

    def fragile(parcel: Parcel) -> Result:
        tried.append(parcel.id)
        if parcel.id == "bob" or (parcel.id == "eve" and tried.count("eve") == 1):
            raise Lost("it ended")
        return stub(parcel)

    graded(school, tmp_path / "out", Pretend(fragile))
    rows = table(tmp_path / "out")
    assert [rows[n]["verdict"] for n in ("ada", "bob", "eve")] == [
        "PASSED",
        "GRADER ERROR",
        "PASSED",
    ]
    assert rows["bob"]["score"] == ""
    assert tried.count("bob") == tried.count("eve") == 2
    pool = Pretend()
    graded(school, tmp_path / "out", pool)
    assert pool.graded == ["bob"]
    assert table(tmp_path / "out")["bob"]["verdict"] == "PASSED"


def table(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


# the processes that grade


PRETENDS = """
import json, os, sys, time
for line in sys.stdin.buffer:
    name = json.loads(line)["id"]
    if name == "dies":
        os._exit(3)
    if name == "hangs":
        time.sleep(999)
    print(json.dumps({"report": name}), flush=True)
"""


@pytest.fixture
def crew() -> Iterator[Hands]:
    """Return hands whose processes do as they are told."""
    one = Hands([sys.executable, "-c", PRETENDS])
    yield one
    one.close()


def test_a_process_that_dies_costs_one_submission(crew: Hands) -> None:
    """The next one gets another process."""
    for _ in range(2):
        with pytest.raises(Lost, match="ended"):
            crew.grade(Parcel("dies", "", OPTIONS))
        assert crew.grade(Parcel("well", "", OPTIONS))["report"] == "well"


def test_a_process_that_takes_too_long_is_ended() -> None:
    """Whatever it is at."""
    crew = Hands([sys.executable, "-c", PRETENDS], limit_s=0.05)

    with pytest.raises(Lost, match=r"no answer in 0\.05 s"):
        crew.grade(Parcel("hangs", "", OPTIONS))


def test_nothing_is_graded_any_more_once_it_is_closed(crew: Hands) -> None:
    """Else a process would be left behind."""
    crew.close()

    with pytest.raises(hands.Stopped):
        crew.grade(Parcel("late", "", OPTIONS))


def test_a_parcel_arrives_as_it_was_sent() -> None:
    """Names and bytes of any kind."""
    parcel = Parcel("a", "Ädä", OPTIONS, {"ä/\udcff.py": b"\n\x00\n", "empty": b""}, ["left out"])
    pipe = io.BytesIO()
    send(pipe, parcel)
    send(pipe, parcel)
    pipe.seek(0)

    assert [received(pipe), received(pipe), received(pipe)] == [parcel, parcel, None]


def run(*arguments: object) -> int:
    try:
        return command_line.main(["class", *map(str, arguments)])
    except SystemExit as leaving:
        return int(leaving.code or 0)


def test_a_class_is_graded_for_real(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right agent, one that fails, and zips: into two folders, the same bytes."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "temporary").mkdir()
    school = made(tmp_path / "school", "eve.zip", "bob.zip", "zoe/tools.json")
    shutil.copyfile(RIGHT, school / "ada.py")
    shutil.copyfile(AGENTS / "wrong" / "never_books.py", school / "plain_agent.py")
    (school / "bob.zip").write_bytes(zipped("lab/agent.py", content=RIGHT.read_bytes()))

    for name in ("one", "two"):
        assert run(school, "--out", tmp_path / name, "--only", "booking", "--workers", 2) == 0
    rows = table(tmp_path / "one")
    assert {one: row["verdict"] for one, row in rows.items()} == {
        "ada": "PASSED", "bob": "PASSED", "eve": "NOT GRADABLE", "plain-agent": "NOT GRADABLE",
        "zoe": "NOT ATTEMPTED",
    }  # fmt: skip
    assert rows["ada"]["score"] == rows["ada"]["max_score"] == "20"
    assert everything(tmp_path / "one") == everything(tmp_path / "two")
    assert str(tmp_path).encode() not in b"".join(everything(tmp_path / "one").values())
    assert "Near-identical:\n  group 1: ada (100%), bob (100%)" in capsys.readouterr().out
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["no such folder", "--out", "out"],
        ["school"],
        ["school", "--out", "school/out"],
        ["school", "--out", "out", "--workers", "0"],
        ["empty", "--out", "out"],
        ["broken.zip", "--out", "out"],
    ],
)
def test_a_wrong_command_is_64_and_says_why(
    tmp_path: Path,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    """And nothing is graded."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.zip").write_bytes(b"PK")

    assert run(*arguments) == 64
    assert "expected" in capsys.readouterr().err or len(arguments) == 1
    assert not (tmp_path / "out" / "grades.csv").exists()


def test_without_the_package_the_cluster_needs_the_command_is_told(
    tmp_path: Path,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is an extra: grading alone needs nothing but Python."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    assert run(school, "--out", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9") == 64
    assert "-m pip install" in capsys.readouterr().err


def test_ctrl_c_says_how_far_it_came(
    tmp_path: Path,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And that the same command goes on."""
    done: list[str] = []

    def stopping(parcel: Parcel) -> Result:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(parcel.id)
        return stub(parcel)

    monkeypatch.setattr("grader.classroom.command.Local", lambda _: Pretend(stopping, room=1))
    assert run(school, "--out", tmp_path / "out") == 130
    assert "stopped with 2 of 4 graded" in capsys.readouterr().err


def test_a_fault_of_ours_is_3_and_what_was_done_is_kept(
    tmp_path: Path,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A full disk, for one."""
    monkeypatch.setattr("grader.classroom.command.Local", lambda _: Pretend())
    monkeypatch.setattr(running, "table", lambda *_: 1 / 0)

    assert run(school, "--out", tmp_path / "out") == 3
    assert "goes on from there" in capsys.readouterr().err
    assert len(list((tmp_path / "out" / "reports").iterdir())) == 8


# the table, the summary, and the line meanwhile


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    """Names are the learners' own."""
    assert cell(text) == f"'{text}"


def test_names_in_the_table_do_no_harm(tmp_path: Path) -> None:
    """From the file's name to the cell."""
    made(tmp_path / "school", '=HYPERLINK("x")_77_assignsubmission_file_/agent.py')
    graded(tmp_path / "school", tmp_path / "out")

    (row,) = table(tmp_path / "out").values()
    assert row["student"] == '\'=HYPERLINK("x")'
    assert (tmp_path / "out" / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbfsubmission,")


def test_the_columns_are_fixed_and_one_for_each_check() -> None:
    """The same for each class, whatever was handed in."""
    heads = columns(list(WORDS))

    assert len(set(heads)) == len(heads) == 7 + 25 + 3
    assert heads[:4] == ["submission", "student", "verdict", "score"]
    assert "booking: happy" in heads
    assert "booking: happy varied" in heads
    assert "booking: fresh-start" in heads


def test_the_summary_counts_and_lists(tmp_path: Path, school: Path) -> None:
    """How many of each verdict, what failed most, and what was left out."""
    (school / "ada" / "agent.py").write_text("x = 1\n")
    graded(school, tmp_path / "out")

    text = (tmp_path / "out" / "summary.txt").read_text("utf-8")
    assert "  PASSED         3\n  FAILED         1\n" in text
    assert "     1  booking: book_timeout" in text
    assert "  notes.txt: neither a .py file nor a zip" in text


def test_the_line_tells_how_far_and_how_long() -> None:
    """It fits the terminal, and is gone at the end."""
    stream, clock = io.StringIO(), FakeClock()
    progress = Progress(stream, clock, total=100, done=40)
    clock.sleep(30)
    progress.add(is_passed=True)
    line = stream.getvalue().split("\r")[-1]

    assert line.startswith("[############..................] 41 of 100, 1 passed, about 30 min")
    assert len(line) == 79
    progress.clear()
    assert stream.getvalue().endswith("\r" + " " * 79 + "\r")


# near-identical


def renamed(source: str) -> bytes:
    """Return a copy as a clumsy learner makes it."""
    text = source.replace("self", "me").replace("offered", "slots").replace('"""', "'''")
    return ("# all my own work\n" + text.replace("\n\n", "\n\n# ...\n")).encode()


def alike(*sources: bytes, given: Published | None = None) -> list[list[str]]:
    rows: list[tuple[str, Prints | None]] = [
        (f"{n}", prints([one])) for n, one in enumerate(sources)
    ]
    return list(compare(rows, given or published(ROOT)).members().values())


PURE = (AGENTS / "right" / "outside_pure" / "agent.py").read_text("utf-8")
TABLE = (AGENTS / "right" / "table" / "agent.py").read_text("utf-8")
STARTER = (ROOT / "notebooks" / "starter" / "agent.py").read_text("utf-8")


def test_copies_are_grouped_and_independent_agents_are_not() -> None:
    """Names, comments, texts and layout aside; with a part of it changed, too."""
    changed = renamed(PURE).decode().replace("return st, None", "print(1); return st, None", 1)

    assert alike(PURE.encode(), renamed(PURE), TABLE.encode()) == [["0", "1"]]
    assert alike(PURE.encode(), changed.encode(), TABLE.encode()) == [["0", "1"]]
    assert alike(PURE.encode(), TABLE.encode(), RIGHT.read_bytes()) == []


ONE = {
    "confirm-no": "        if self._booking() == self.read_back:\n            self.time = None\n"
    "        return self._next()\n",
    "hand-off": "        return {'day': self.day, 'time': self.time, 'name': self.name}\n",
}


def filled(bodies: dict[str, str]) -> bytes:
    """Return the starter with the last method of some exercises written."""
    lines = STARTER.splitlines(keepends=True)
    for name, body in bodies.items():
        raising = [n for n, line in enumerate(lines) if f'"{name}: not written yet"' in line]
        lines[raising[-1]] = body
    return "".join(lines).encode()


def test_what_was_handed_out_makes_nobody_alike() -> None:
    """Two starters with an exercise or two written are not near-identical to others' starters."""
    one = filled({"confirm-no": "        self.time = None\n        return self._next()\n"})
    other = filled({"hand-off": ONE["hand-off"]})

    assert alike(one, other) == []
    assert alike(one, other, given=Published()) == [["0", "1"]]  # it is the public part that is


def test_what_is_public_is_named_and_not_compared() -> None:
    """The finished agent handed in twice is two times the finished agent."""
    finished = (ROOT / "solutions" / "agent.py").read_bytes()
    rows = [
        (n, prints([b])) for n, b in {"a": finished, "b": finished, "c": STARTER.encode()}.items()
    ]

    found = compare(rows, published(ROOT))
    assert found.groups == {}
    assert found.published["a"] == found.published["b"] == words.tell("finished agent")
    assert found.published["c"] == words.tell("starter")


@pytest.mark.parametrize("source", [b"", b"x = 1\n", b"def (:\n 'open", b"\xff\xfe\x00"])
def test_equal_files_are_always_grouped(source: bytes) -> None:
    """However short, and whether or not they are Python."""
    assert alike(source, b"# nothing\ny = [1]\n", source) == [["0", "2"]]


def test_who_handed_in_no_program_is_like_nobody() -> None:
    """An empty folder is no copy of another one."""
    rows: list[tuple[str, Prints | None]] = [("a", prints([])), ("b", prints([]))]

    assert compare(rows, Published()).groups == {}


def test_what_most_of_the_class_shares_is_no_sign() -> None:
    """Say, a file that the instructor gave out, with a line of one's own in it."""
    many = [f"{PURE}\nx{n} = ".encode() + b"[" * n + b"]" * n + b"\n" for n in range(30)]

    assert alike(*many[:5]) == [["0", "1", "2", "3", "4"]]
    assert alike(*many) == []


# sentences


def test_every_sentence_is_used_and_given_what_it_needs() -> None:
    """A missing value would only show when that very thing happens."""
    sources = sorted((ROOT / "grader" / "classroom").glob("*.py"))
    used: set[str] = set()
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                used |= {node.value} if path.name != "words.py" else set()
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if not named or node.func.id != "tell":  # type: ignore[attr-defined]
                continue
            key, given = node.args[0], {keyword.arg for keyword in node.keywords}  # type: ignore
            if isinstance(key, ast.Constant) and None not in given:
                told = string.Formatter().parse(words.ENGLISH[str(key.value)])
                assert {name for _, name, _, _ in told if name} <= given, (path.name, key.value)
    reasons = {key for key in words.ENGLISH if key.startswith("why ")}
    assert set(words.ENGLISH) - used - reasons == set()
