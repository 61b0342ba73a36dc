"""Writing into a learner's files: nothing is lost, hand edits win, every change can be undone."""

import itertools
from pathlib import Path

import pytest

from voicekit.errors import BadInput
from voicekit.lab import magic, regions
from voicekit.lab.exercises import EXERCISES, exercise
from voicekit.lab.shipped import solution_source
from voicekit.lab.writing import Book, HandEdited

NO = exercise("confirm-no")
SOLVED = regions.body(solution_source("agent.py"), "confirm-no")
STUB = regions.stub(SOLVED, "confirm-no")
MINE = 'def _no(self) -> str:\n    return "mine"\n'


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A learner's folder whose backups are counted instead of dated."""
    count = itertools.count(1)
    return Book(tmp_path, stamp=lambda: f"{next(count):03}")


def in_file(book: Book) -> str:
    return regions.body((book.folder / "agent.py").read_text("utf-8"), "confirm-no")


def edit(book: Book, old: str, new: str) -> None:
    path = book.folder / "agent.py"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_the_first_write_makes_the_starter(book: Book) -> None:
    """Whoever begins in the middle gets a file with all the rest blank."""
    changed = book.write(NO, MINE)

    source = (book.folder / "agent.py").read_text("utf-8")
    assert in_file(book) == MINE
    assert '+    return "mine"' in changed
    blank = [
        name for name in regions.names(source) if regions.is_stub(regions.body(source, name), name)
    ]
    assert len(blank) == 6


def test_the_same_again_changes_nothing(book: Book) -> None:
    """Restart-and-Run-All is no reason for a backup."""
    book.write(NO, MINE)
    files = sorted(book.folder.rglob("*"))

    assert book.write(NO, MINE) == ""
    assert sorted(book.folder.rglob("*")) == files


def test_a_cell_replaces_what_a_cell_wrote(book: Book) -> None:
    """The usual way: try, look, try again."""
    book.write(NO, MINE)
    book.write(NO, SOLVED)

    assert in_file(book) == SOLVED


def test_an_edit_by_hand_is_never_replaced_unasked(book: Book) -> None:
    """The cell is refused, shows the difference, and says how to insist."""
    book.write(NO, MINE)
    edit(book, '"mine"', '"by hand"')
    with pytest.raises(HandEdited, match="--replace") as caught:
        book.write(NO, SOLVED)

    assert '-    return "by hand"' in caught.value.changes
    assert '"by hand"' in in_file(book)


def test_insisting_replaces_it_with_a_backup(book: Book) -> None:
    """What was written by hand can be had back."""
    book.write(NO, MINE)
    edit(book, '"mine"', '"by hand"')
    book.write(NO, SOLVED, force=True)
    assert in_file(book) == SOLVED

    book.undo("agent.py")
    assert '"by hand"' in in_file(book)


def test_a_stub_never_takes_the_place_of_work(book: Book) -> None:
    """A learner's notebook still holds the stub where the work was done by hand."""
    book.write(NO, MINE)

    assert book.write(NO, STUB) == ""
    assert in_file(book) == MINE


def test_what_is_no_python_is_refused_and_nothing_is_written(book: Book) -> None:
    """The file keeps its last good state."""
    book.write(NO, MINE)
    with pytest.raises(BadInput, match="confirm-no"):
        book.write(NO, "def _no(self:\n")

    assert in_file(book) == MINE


def test_the_rest_of_the_file_is_kept_byte_for_byte(book: Book) -> None:
    """Own code around the regions, ends of lines and a byte order mark survive."""
    book.write(NO, MINE)
    path = book.folder / "agent.py"
    text = "\ufeff" + path.read_text("utf-8") + "\n\nEXTRA = 'é'   \n"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    before = path.read_bytes()
    book.write(NO, SOLVED)
    book.write(NO, MINE)

    assert path.read_bytes() == before


def test_reset_blanks_one_exercise_and_undo_brings_it_back(book: Book) -> None:
    """Only that region changes."""
    book.write(NO, MINE)
    book.reset(NO)
    assert in_file(book) == STUB

    book.undo("agent.py")
    assert in_file(book) == MINE


def test_catch_up_fills_what_comes_before_and_keeps_work(book: Book) -> None:
    """What was written stays as it is, what comes later stays blank."""
    mine = "def _next(self, remark: str = '') -> str:\n    return 'mine'\n"
    book.write(exercise("next-question"), mine)

    assert book.catch_up(exercise("hand-off")) == [
        "transition-table",
        "confirm-yes",
        "confirm-no",
        "search-retry",
    ]
    source = (book.folder / "agent.py").read_text("utf-8")
    assert regions.body(source, "next-question") == mine
    assert regions.is_stub(regions.body(source, "hand-off"), "hand-off")


def test_a_cell_can_replace_what_catch_up_wrote(book: Book) -> None:
    """It was the lab's, not the learner's."""
    book.catch_up(exercise("search-retry"))
    book.write(NO, MINE)

    assert in_file(book) == MINE


def test_solving_everything_by_cells_arrives_at_the_solution(book: Book) -> None:
    """From the starter to exactly solutions/agent.py."""
    solution = solution_source("agent.py")
    for one in EXERCISES:
        if one.is_region:
            book.write(one, regions.body(solution, one.name))

    assert (book.folder / "agent.py").read_text("utf-8") == solution


def test_what_undo_brings_back_is_the_lab_s_own(book: Book) -> None:
    """The cell that wrote it once may replace it: nobody edited by hand."""
    book.write(NO, MINE)
    book.write(NO, SOLVED)
    book.undo("agent.py")
    book.write(NO, MINE.replace("mine", "third"))

    assert '"third"' in in_file(book)


def test_undo_says_what_changed_and_where_the_newer_text_is(book: Book) -> None:
    """Also a hand edit that was made since: nothing is lost."""
    book.write(NO, MINE)
    book.write(NO, SOLVED)
    edit(book, "self.time = None", "self.time = 'by hand'")
    newer = (book.folder / "agent.py").read_text("utf-8")
    changes, kept = book.undo("agent.py")

    assert '+        return "mine"' in changes
    assert "by hand" in changes
    assert kept.read_text("utf-8") == newer


def test_one_catch_up_is_one_undo(book: Book) -> None:
    """However many exercises it filled in."""
    book.write(NO, MINE)
    before = (book.folder / "agent.py").read_text("utf-8")
    assert len(book.catch_up(exercise("write-traces"))) == 6
    book.undo("agent.py")

    assert (book.folder / "agent.py").read_text("utf-8") == before


def test_undo_walks_back_change_by_change(book: Book) -> None:
    """Each undo takes back one more, and says when there is none left."""
    for body in (MINE, SOLVED, MINE.replace("mine", "third")):
        book.write(NO, body)
    book.undo("agent.py")
    assert in_file(book) == SOLVED
    book.undo("agent.py")
    assert in_file(book) == MINE
    book.undo("agent.py")
    with pytest.raises(BadInput, match=r"none in \.backup"):
        book.undo("agent.py")


def test_lost_marks_are_told_and_nothing_is_written(book: Book) -> None:
    """A region whose mark was deleted can't be found: the lab does not guess."""
    book.write(NO, MINE)
    edit(book, "# endregion confirm-no", "")
    before = (book.folder / "agent.py").read_bytes()
    with pytest.raises(BadInput, match="endregion"):
        book.write(NO, SOLVED)

    assert (book.folder / "agent.py").read_bytes() == before


def test_a_cell_that_is_refused_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Restart-and-Run-All goes on, and judges what is in the file."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))
    book = Book(tmp_path / "agent")
    magic.agent("confirm-no", MINE)
    edit(book, MINE.splitlines()[1].strip(), "return self._next()  # by hand")
    capsys.readouterr()
    found = magic.agent("confirm-no", SOLVED)

    assert "by hand: that was kept" in capsys.readouterr().out
    assert "# by hand" in in_file(book)
    assert [row.name for row in found.rows] == ["confirm_no"]
