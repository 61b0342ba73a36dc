"""Filling and updating a learner's folder: work stays, untouched notebooks follow."""

import itertools
import json
import os
import socket
from pathlib import Path

import pytest

from voicekit.errors import BadInput
from voicekit.lab import home, opening
from voicekit.lab.__main__ import main


def notebook(*sources: str, outputs: bool = False) -> str:
    cells = [
        {"id": f"c{n}", "cell_type": "code", "source": source, "metadata": {},
         "outputs": [{"output_type": "stream", "name": "stdout", "text": "out"}] if outputs else [],
         "execution_count": 1 if outputs else None}
        for n, source in enumerate(sources)
    ]  # fmt: skip
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


class Lab:
    """What the lab ships, and a learner's folder that it fills."""

    def __init__(self, folder: Path) -> None:
        self.shipped, self.home = folder / "shipped", folder / "voice"
        (self.shipped / "starter").mkdir(parents=True)
        self.mine = self.home / "notebooks" / "03.ipynb"
        self.agent = self.home / "agent" / "agent.py"
        self._count = itertools.count(1)

    def ship(self, *sources: str) -> None:
        (self.shipped / "03.ipynb").write_text(notebook(*sources), "utf-8")

    def ship_agent(self, *names: str) -> None:
        text = "".join(f"# region {n}\n{n} = 1\n# endregion {n}\n" for n in names)
        (self.shipped / "starter" / "agent.py").write_text(text, "utf-8")

    def fill(self) -> list[str]:
        return home.fill(self.home, self.shipped, lambda: f"{next(self._count):03}")

    def sources(self, name: str = "03.ipynb") -> list[str]:
        document = json.loads((self.home / "notebooks" / name).read_text("utf-8"))
        return [cell["source"] for cell in document["cells"]]


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    lab = Lab(tmp_path)
    lab.ship("a = 1")
    lab.ship_agent("one")
    lab.fill()
    return lab


def test_a_second_time_does_nothing(lab: Lab) -> None:
    """Opening the lab every day costs nothing."""
    assert lab.fill() == []


def test_an_untouched_notebook_follows_an_update(lab: Lab) -> None:
    """Also when it was run: outputs are no touch. The old one is kept."""
    lab.mine.write_text(notebook("a = 1", outputs=True), "utf-8")
    lab.ship("a = 2")

    assert lab.fill() == ["updated: 03.ipynb"]
    assert lab.sources() == ["a = 2"]
    assert len(list((lab.home / "notebooks" / ".backup").iterdir())) == 1


def test_a_touched_notebook_gets_a_twin(lab: Lab) -> None:
    """The learner's stays byte for byte; the new one stands beside it, once."""
    lab.mine.write_text(notebook("a = 1", "mine"), "utf-8")
    before = lab.mine.read_bytes()
    lab.ship("a = 2")

    (told,) = lab.fill()
    assert told.startswith("kept: 03.ipynb")
    assert lab.mine.read_bytes() == before
    assert lab.sources("03 (new version).ipynb") == ["a = 2"]
    assert lab.fill() == []


def test_a_broken_notebook_is_kept_and_told(lab: Lab) -> None:
    """What can't be read is the learner's, too; deleting it brings a fresh one."""
    lab.mine.write_text("{", "utf-8")
    lab.ship("a = 2")
    (told,) = lab.fill()

    assert "delete it" in told
    assert lab.mine.read_text("utf-8") == "{"


def test_an_agent_only_gains_missing_regions(lab: Lab) -> None:
    """Its own regions and all around them stay."""
    lab.agent.write_text("mine = 1\n# region one\nmy_one = 2\n# endregion one\n", "utf-8")
    lab.ship_agent("one", "two")

    assert lab.fill() == ["updated: agent.py has new regions: two"]
    text = lab.agent.read_text("utf-8")
    assert text.startswith("mine = 1\n# region one\nmy_one = 2\n# endregion one\n")
    assert "two = 1" in text


def test_a_lost_mark_is_no_new_region(lab: Lab) -> None:
    """The method is still there: a second, blank one would be shadowed by it, or shadow it."""
    text = "# region one\ndef one(): pass\n# endregion one\n\ndef two(): return 'mine'\n"
    lab.agent.write_text(text, "utf-8")
    shipped = text.replace(
        "def two(): return 'mine'", "# region two\ndef two(): 0\n# endregion two"
    )
    (lab.shipped / "starter" / "agent.py").write_text(shipped, "utf-8")

    (told,) = lab.fill()
    assert "lacks `# region two`" in told
    assert lab.agent.read_text("utf-8") == text


@pytest.mark.parametrize("text", ["no regions at all\n", "# region one\n", "\udcff"])
def test_an_agent_of_another_kind_is_left_alone(lab: Lab, text: str) -> None:
    """A file without the lab's marks, or with broken ones, is the learner's business."""
    lab.agent.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = lab.agent.read_bytes()
    lab.ship_agent("one", "two")
    lab.fill()

    assert lab.agent.read_bytes() == before


def test_a_deleted_notebook_comes_back(lab: Lab) -> None:
    """Deleting one is a way to start it afresh."""
    lab.mine.unlink()

    assert lab.fill() == ["new: 03.ipynb"]


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    """One clear line, with what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="VOICE_HOME"):
        home.fill(tmp_path / "file" / "voice", tmp_path)


def test_two_at_once_are_one_too_many(tmp_path: Path) -> None:
    """The second is told; when the first is done, it may."""
    second = opening.alone(tmp_path)
    with opening.alone(tmp_path), pytest.raises(BadInput, match="another is opening"):
        second.__enter__()
    with opening.alone(tmp_path), pytest.raises(BadInput):
        opening.alone(tmp_path).__enter__()


def test_the_lab_s_environment_has_its_python_first_and_its_magics(tmp_path: Path) -> None:
    """`!python` in a cell is the lab's, and every notebook has %%agent."""
    environ = opening.environment(tmp_path, {"PATH": "/usr/bin", "OTHER": "kept"})

    assert environ["PATH"].endswith(f"{os.pathsep}/usr/bin")
    assert environ["OTHER"] == "kept"
    assert environ["VOICE_HOME"] == str(tmp_path)
    config = Path(environ["IPYTHONDIR"], "profile_default", "ipython_config.py").read_text("utf-8")
    assert "voicekit.lab" in config


@pytest.mark.parametrize(
    "arguments",
    [["check", "cooking"], ["hint", "confirm-no", "99"], ["undo"], ["solution", ""]],
)
def test_bad_input_is_one_clear_line(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command line twins say what was expected, and nothing more."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))

    assert main(arguments) == 64
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
    assert "expected" in told.err


def test_the_command_line_twins_do_a_whole_exercise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a fresh folder to a passed exercise, blank again, and back."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))
    for arguments, code, said in (
        (["check", "confirm-no"], 1, "NOT ATTEMPTED"),
        (["catch_up", "search-retry"], 0, "confirm-no"),
        (["check", "confirm-no"], 0, "PASSED"),
        (["solution", "confirm-no"], 0, "def _no(self)"),
        (["reset", "confirm-no"], 0, "blank again"),
        (["check", "confirm-no"], 1, "NOT ATTEMPTED"),
        (["undo"], 0, "agent.py is again"),
        (["check", "confirm-no"], 0, "PASSED"),
        (["progress"], 1, "4 of 12 exercises passed"),
        (["reset", "classify-tools"], 0, "blank again"),
    ):
        assert main(arguments) == code, arguments
        assert said in capsys.readouterr().out


def test_a_busy_port_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line, and the folder is filled all the same."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as busy:
        assert main(["up", "--port", str(busy.getsockname()[1])]) == 64

    told = capsys.readouterr()
    assert len(told.err.strip().splitlines()) == 1
    assert "free" in told.err
    assert (tmp_path / "agent" / "agent.py").exists()


def test_a_home_that_is_a_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line, with what to do."""
    (tmp_path / "voice").write_text("")
    monkeypatch.setenv("VOICE_HOME", str(tmp_path / "voice"))

    assert main(["up", "--fill-only"]) == 64
    told = capsys.readouterr()
    assert len(told.err.strip().splitlines()) == 1
    assert "VOICE_HOME" in told.err
