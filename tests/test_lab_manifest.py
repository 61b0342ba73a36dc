"""Tampering is told apart from work: lab files by a manifest, given cells by what was shipped."""

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest

import grader.__main__ as command
from dev import derive, execute
from voicekit import checksums
from voicekit.lab import given, home, restoring
from voicekit.lab.__main__ import main
from voicekit.lab.shipped import ROOT, solution_source

RETRY, TOOLS = "05_booking_retry.ipynb", "01_tools.ipynb"
FILES = ("voicekit/clinic.py", "grader/judge.py", "solutions/agent.py", "notebooks/one.ipynb")


def notebook(*sources: str, **more: Any) -> str:
    cells = [{"id": f"c{n}", "cell_type": "code", "source": s} for n, s in enumerate(sources)]
    return json.dumps({"cells": cells, **more})


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A small checkout with its manifest."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(notebook("a") if name.endswith("ipynb") else "a = 1\nb = 2\n")
    (tmp_path / "grader" / "picture").write_bytes(b"\0\r\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / checksums.MANIFEST).write_text(checksums.manifest(tmp_path))
    return tmp_path


# The lab's own files


def test_untouched_there_is_nothing_to_tell(lab: Path) -> None:
    """Nor where Git has turned the ends of lines into Windows' own."""
    assert checksums.advice(root=lab) == []
    for name in FILES[:3]:
        path = lab / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert checksums.changed(checksums.FOLDERS, lab) == []


def test_changed_files_are_named_with_the_command_that_restores_them(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line; it can be pasted as it is, wherever one is."""
    (lab / "voicekit/clinic.py").write_text("a = 2\n")
    (lab / "grader/judge.py").unlink()
    monkeypatch.chdir(lab)

    assert checksums.advice(root=lab) == [
        "lab files changed: voicekit/clinic.py, grader/judge.py. Results may not be what they would"
        " be elsewhere. Restore with: git restore --staged --worktree voicekit/clinic.py"
        " grader/judge.py"
    ]
    monkeypatch.chdir(lab / "grader")
    assert f"git -C {lab} restore " in checksums.advice(root=lab)[0]


def test_without_git_the_lab_is_unpacked_anew(lab: Path) -> None:
    """A command that can't work is not given."""
    (lab / ".git").rmdir()
    (lab / "voicekit/clinic.py").write_text("a = 2\n")

    assert checksums.advice(root=lab)[0].endswith("To restore them, unpack the lab anew.")


def test_many_files_are_told_by_their_folders(lab: Path) -> None:
    """The line stays a line."""
    for number in range(20):
        (lab / "grader" / f"m{number}.py").write_text("")
    (lab / checksums.MANIFEST).write_text(checksums.manifest(lab))
    for number in range(20):
        (lab / "grader" / f"m{number}.py").unlink()

    (told,) = checksums.advice(root=lab)
    assert "20 files in grader" in told
    assert told.endswith("--worktree grader")


def test_what_others_leave_there_is_no_change(lab: Path) -> None:
    """Bytecode, backups of editors, and a learner's own files."""
    before = checksums.manifest(lab)
    for name in ("grader/__pycache__/judge.pyc", "grader/judge.py~", "grader/.judge.py.swp"):
        (lab / name).parent.mkdir(exist_ok=True)
        (lab / name).write_text("")
    assert checksums.manifest(lab) == before

    (lab / "notebooks" / "mine.ipynb").write_text("{}")
    assert checksums.changed(checksums.FOLDERS, lab) == []


def test_a_binary_file_is_taken_as_it_is(lab: Path) -> None:
    """The bytes of an end of line mean something else there."""
    (lab / "grader" / "picture").write_bytes(b"\0\n")

    assert checksums.changed(root=lab) == ["grader/picture"]


def test_running_a_notebook_of_the_lab_is_no_change_of_it(lab: Path) -> None:
    """Its outputs and metadata are not what it teaches; its cells are."""
    path = lab / "notebooks/one.ipynb"
    path.write_text(notebook("a", metadata={"kernelspec": {}}))
    assert checksums.changed(checksums.FOLDERS, lab) == []

    path.write_text(notebook("b"))
    assert checksums.changed(checksums.FOLDERS, lab) == ["notebooks/one.ipynb"]
    assert checksums.changed(root=lab) == []  # it changes no verdict


@pytest.mark.parametrize(("text", "due"), [(None, []), ("[]", [checksums.MANIFEST]), ("{", ...)])
def test_the_manifest_itself(lab: Path, text: str | None, due: Any) -> None:
    """None is a wheel, which has none; a broken one was changed, and is no crash."""
    path = lab / checksums.MANIFEST
    path.unlink()
    if text:
        path.write_text(text)

    assert checksums.changed(root=lab) == ([checksums.MANIFEST] if due is ... else due)


def test_the_manifest_is_derived() -> None:
    """`python -m dev.derive` writes it last, when all that it is of has been written."""
    *_, (path, _) = derive.derived()

    assert path == ROOT / checksums.MANIFEST


def test_the_report_of_the_grader_has_the_line(
    lab: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As advice, in the text and in JSON: it costs no point."""
    (lab / "voicekit/clinic.py").write_text("a = 2\n")
    told = checksums.advice(root=lab)
    monkeypatch.setattr(checksums, "advice", lambda: told)
    (lab / "tools.json").write_text("{}")
    command.main([str(lab), "--only", "tools", "--json", str(lab / "report.json")])

    assert told[0] in json.loads((lab / "report.json").read_text())["advice"]
    assert "lab files changed: voicekit/clinic.py." in " ".join(capsys.readouterr().out.split())


def test_the_report_names_the_file_and_its_state(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The eight digits are those of sha256sum; where nothing can be read there are none."""
    path = tmp_path / "agent.py"
    path.write_text("class VoiceAgent: pass\n")
    command.main([str(path), "--only", "tools"])
    assert f"Graded: {path} (sha256 {checksums.short(path)})\n" in capsys.readouterr().out

    path.unlink()
    command.main([str(tmp_path), "--only", "tools"])
    assert f"Graded: {path}\n" in capsys.readouterr().out


# Given cells of a learner's notebooks


class Notebook:
    """One of a learner's notebooks, to be edited as in JupyterLab."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def cells(self) -> list[dict[str, Any]]:
        return given.cells(self.path) or []

    def save(self, cells: list[dict[str, Any]]) -> None:
        document = json.loads(self.path.read_text("utf-8"))
        self.path.write_text(json.dumps({**document, "cells": cells}), "utf-8")

    def source(self, name: str) -> str:
        return str(next(cell["source"] for cell in self.cells if cell["id"] == name))

    def edit(self, name: str, source: str) -> None:
        self.save([{**c, "source": source} if c["id"] == name else c for c in self.cells])

    def delete(self, name: str) -> None:
        self.save([cell for cell in self.cells if cell["id"] != name])

    def add(self, after: str, *sources: str) -> None:
        new = [
            {"id": f"mine-{n}", "cell_type": "code", "source": source, "metadata": {},
             "outputs": [], "execution_count": None}
            for n, source in enumerate(sources)
        ]  # fmt: skip
        cells = self.cells
        place = next(n for n, cell in enumerate(cells, 1) if cell["id"] == after)
        self.save([*cells[:place], *new, *cells[place:]])


@pytest.fixture
def voice(tmp_path: Path) -> Path:
    """A learner's folder."""
    home.fill(tmp_path / "voice")
    return tmp_path / "voice"


def told(voice: Path) -> list[str]:
    return given.remarks(voice / "notebooks")


def test_work_is_not_mentioned(voice: Path) -> None:
    """Answers, notes in the lab's own text, own cells, and cells that ask to be changed."""
    mine = Notebook(voice / "notebooks" / TOOLS)
    mine.edit("classify-tools", 'tools = {}\nsave("classify-tools", with_part(tools=tools))')
    mine.edit("your-try", "attempt(api, 'book')")
    mine.edit("classify-tools-solution", 'solution("classify-tools")')
    mine.edit("your-turn", "my notes")
    mine.add("clinic", "1 + 1")

    assert told(voice) == []


def test_changed_given_cells_are_named(voice: Path) -> None:
    """With the command that brings them back, in one line."""
    mine = Notebook(voice / "notebooks" / TOOLS)
    mine.edit("compare", "print('PASSED')")
    mine.edit("attempt", "attempt = print")

    assert told(voice) == [
        "01_tools.ipynb: given cells changed: attempt, compare."
        " Restore with: python -m voicekit.lab restore 01_tools"
    ]


def test_a_deleted_check_is_harmless(voice: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cell of step 5 is gone: agent.py is judged all the same."""
    mine = Notebook(voice / "notebooks" / RETRY)
    mine.delete("search-retry")
    (voice / "agent" / "agent.py").write_text(solution_source("agent.py"), "utf-8")
    monkeypatch.setenv("VOICE_HOME", str(voice))

    assert told(voice) == [
        "05_booking_retry.ipynb: check cell missing: search-retry (harmless: python -m grader"
        " judges agent.py). Restore with: python -m voicekit.lab restore 05_booking_retry"
    ]
    assert main(["check", "search-retry"]) == 0


def test_doubled_and_split_checks_give_the_same_verdict(voice: Path) -> None:
    """In a real kernel; and neither is taken for a change."""
    mine = Notebook(voice / "notebooks" / TOOLS)
    double = mine.source("compare")
    head, save = mine.source("classify-tools").split("\n")
    mine.edit("classify-tools", head)
    mine.add("classify-tools", save, double)
    lines = mine.source("clinic").split("\n")
    mine.edit("clinic", "\n".join(lines[:3]))
    cells = mine.cells
    place = next(n for n, cell in enumerate(cells, 1) if cell["id"] == "clinic")
    rest = {**cells[place - 1], "id": "rest", "source": "\n".join(lines[3:])}
    mine.save([*cells[:place], rest, *cells[place:]])
    assert told(voice) == []

    document = nbformat.read(mine.path, as_version=4)
    execute.run(document, voice)
    shown = {cell.id: str(cell.get("outputs", "")) for cell in document.cells}
    assert "NOT ATTEMPTED" in shown["mine-0"]
    assert shown["mine-1"] == shown["compare"]
    assert "Your own list first" in shown["compare"]


def test_an_older_notebook_is_no_changed_one(tmp_path: Path) -> None:
    """A learner who kept his own when the lab's became another has changed nothing."""
    shipped, voice = tmp_path / "shipped", tmp_path / "voice"
    (shipped / "starter").mkdir(parents=True)
    stamps = itertools.count()

    def ship(*sources: str) -> None:
        (shipped / "03.ipynb").write_text(notebook(*sources, metadata={}))
        home.fill(voice, shipped, lambda: f"{next(stamps)}")

    ship("a", "b")
    mine = Notebook(voice / "notebooks" / "03.ipynb")
    mine.add("c0", "mine")
    ship("a, newer", "b")
    assert mine.source("c0") == "a"
    assert given.remarks(voice / "notebooks", shipped) == []

    mine.edit("c0", "neither")
    assert "given cells changed: c0." in given.remarks(voice / "notebooks", shipped)[0]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cells": [1]}', '{"cells": [{"source": 1}]}'])
def test_what_is_no_notebook_is_no_crash(voice: Path, text: str) -> None:
    """Nor is a broken record of what came."""
    (voice / "notebooks" / TOOLS).write_text(text)
    (voice / "notebooks" / ".given.json").write_text(text)

    assert told(voice) == []


def test_restoring_brings_given_cells_back_and_keeps_work(voice: Path) -> None:
    """With a copy of what was there; afterwards there is nothing to tell."""
    mine = Notebook(voice / "notebooks" / TOOLS)
    mine.edit("compare", "print('PASSED')")
    mine.edit("classify-tools", 'tools = 1\nsave("classify-tools", with_part(tools=tools))')
    mine.edit("your-turn", "my notes")
    mine.add("compare", "my own cell")
    mine.delete("retryable-errors")
    before = mine.path.read_bytes()
    lines = restoring.restore("01_tools", voice / "notebooks", stamp=lambda: "now")

    assert told(voice) == []
    assert (voice / "notebooks" / ".backup" / f"{TOOLS}.now").read_bytes() == before
    assert "tools = 1" in mine.source("classify-tools")
    assert mine.source("your-turn") == "my notes"
    ids = [cell["id"] for cell in mine.cells]
    assert ids[ids.index("compare") + 1] == "mine-0"
    assert "retryable = ..." in mine.source("retryable-errors")
    assert ".backup" in " ".join(lines)
    nbformat.validate(nbformat.read(mine.path, as_version=4))


def test_an_answer_without_its_check_gets_one_and_stays(voice: Path) -> None:
    """What was written stands beside the fresh cell; doubled names are told apart."""
    mine = Notebook(voice / "notebooks" / RETRY)
    mine.edit("search-retry", "my = 'answer'")
    restoring.restore(RETRY, voice / "notebooks")

    assert mine.source("search-retry").startswith("%%agent search-retry\n")
    assert mine.source("search-retry-2") == "my = 'answer'"
    nbformat.validate(nbformat.read(mine.path, as_version=4))


def test_a_notebook_beyond_repair_is_replaced_with_a_copy_kept(voice: Path) -> None:
    """Also one that is gone."""
    path = voice / "notebooks" / RETRY
    path.write_text("{")
    restoring.restore(RETRY, voice / "notebooks", stamp=lambda: "now")
    assert home.digest(path) == home.digest(ROOT / "notebooks" / RETRY)
    assert (path.parent / ".backup" / f"{RETRY}.now").read_text() == "{"

    path.unlink()
    assert len(restoring.restore(RETRY, voice / "notebooks")) == 1
    assert path.exists()


@pytest.mark.parametrize("name", ["nothing", "../agent/agent", "", "/etc/passwd"])
def test_an_unknown_notebook_is_told(
    name: str, voice: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that names those there are."""
    monkeypatch.setenv("VOICE_HOME", str(voice))

    assert main(["restore", name]) == 64
    told = capsys.readouterr().err
    assert "03_booking_confirm" in told
    assert len(told.splitlines()) == 1


def test_opening_the_lab_and_progress_say_the_same(
    voice: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make lab`, `progress()`, and the command that restores."""
    Notebook(voice / "notebooks" / RETRY).edit("sleep", "sleep = print")
    monkeypatch.setenv("VOICE_HOME", str(voice))
    monkeypatch.setattr(checksums, "advice", lambda _: ["lab files changed: x."])
    (line,) = told(voice)
    for arguments in (["up", "--fill-only"], ["progress"]):
        main(arguments)
        out = capsys.readouterr().out
        assert line in out
        assert "lab files changed: x." in out

    assert main(["restore", "05_booking_retry"]) == 0
    assert told(voice) == []


def test_a_copy_of_the_lab_tells_that_it_was_changed(tmp_path: Path) -> None:
    """The real files: hashed with all that lies beside them, and found as they are."""
    for folder in checksums.FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / checksums.MANIFEST).write_text(checksums.manifest(ROOT), "utf-8")
    assert checksums.changed(checksums.FOLDERS, tmp_path) == []

    with (tmp_path / "voicekit" / "clinic.py").open("a") as clinic:
        clinic.write("# changed\n")
    assert checksums.changed(root=tmp_path) == ["voicekit/clinic.py"]
