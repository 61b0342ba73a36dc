"""Tests of `voicekit.workspace`: reading and writing a learner's files without losing any."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from voicekit import workspace
from voicekit.errors import BadInput

unix = pytest.mark.skipif(os.name == "nt", reason="Windows has no FIFOs, modes or free symlinks")
not_root = pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read and write everything"
)
BOM = b"\xef\xbb\xbf"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path where nothing is yet, in a folder of its own."""
    return tmp_path / "tools.json"


# where things are


def test_voice_home_is_the_variable(tmp_path: Path) -> None:
    """Whatever it names, there or not."""
    home = tmp_path / "not there yet"

    assert workspace.voice_home({"VOICE_HOME": str(home)}) == home
    assert not home.exists()


@pytest.mark.parametrize("environ", [{}, {"VOICE_HOME": ""}])
def test_voice_home_is_else_in_the_home_folder(environ: dict[str, str]) -> None:
    """Unset and empty mean the same."""
    assert workspace.voice_home(environ) == Path.home() / "voice"


def test_a_tilde_in_voice_home_is_the_home_folder() -> None:
    """As a shell would have it."""
    assert workspace.voice_home({"VOICE_HOME": "~/lab"}) == Path.home() / "lab"


def test_the_agent_folder_is_in_voice_home(tmp_path: Path) -> None:
    """`$VOICE_HOME/agent`."""
    assert workspace.agent_folder({"VOICE_HOME": str(tmp_path)}) == tmp_path / "agent"


def test_the_environment_is_looked_at_when_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not when the module is imported."""
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))

    assert workspace.voice_home() == tmp_path
    assert workspace.agent_folder() == tmp_path / "agent"


# read_text


@pytest.mark.parametrize("text", ["", "hello\n", "ça va\r\n", "予約\n\n", "a\rb\u2028c", "\ufeffx"])
def test_text_is_read_as_it_stands(path: Path, text: str) -> None:
    """Line ends of every kind are kept."""
    path.write_bytes(BOM + text.encode())

    assert workspace.read_text(path) == text


def test_a_byte_order_mark_is_no_part_of_the_text(path: Path) -> None:
    """With and without it, the text is the same."""
    path.write_bytes(BOM + b"{}")
    with_mark = workspace.read_text(path)
    path.write_bytes(b"{}")

    assert with_mark == workspace.read_text(path) == "{}"


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("cp932", "音声"), ("cp949", "음성"), ("latin-1", "Zoë"), ("utf-16", "音声 음성")],
)
def test_another_encoding_is_bad_input(path: Path, encoding: str, said: str) -> None:
    """The message names the file and says what to do."""
    path.write_bytes(f'{{"say": "{said}"}}'.encode(encoding))
    with pytest.raises(BadInput, match=r"tools\.json: expected UTF-8.*Save the file as UTF-8"):
        workspace.read_text(path)


def test_a_bad_byte_is_told_with_its_place(path: Path) -> None:
    """In hexadecimal, counted from 0."""
    path.write_bytes(b"abc\x93def")
    with pytest.raises(BadInput, match="byte 0x93 at position 3"):
        workspace.read_text(path)


def test_no_file_is_told_apart(path: Path) -> None:
    """FileNotFoundError: it has not been attempted, which is not wrong."""
    with pytest.raises(FileNotFoundError):
        workspace.read_text(path)


def test_a_folder_is_bad_input(path: Path) -> None:
    """It is no regular file."""
    path.mkdir()
    with pytest.raises(BadInput, match="a regular file"):
        workspace.read_text(path)


@unix
def test_a_fifo_is_bad_input_at_once(path: Path) -> None:
    """Opening it would wait for ever, so it is not opened."""
    os.mkfifo(path)
    with pytest.raises(BadInput, match="a regular file"):
        workspace.read_text(path)


@unix
def test_a_symlink_is_followed(path: Path, tmp_path: Path) -> None:
    """The file behind it counts; a link to nothing is no file."""
    (tmp_path / "real").write_text("{}", "utf-8")
    path.symlink_to("real")

    assert workspace.read_text(path) == "{}"
    (tmp_path / "real").unlink()
    with pytest.raises(FileNotFoundError):
        workspace.read_text(path)


@unix
def test_a_symlink_to_itself_is_bad_input(path: Path) -> None:
    """There is something, and it can't be read."""
    path.symlink_to(path.name)
    with pytest.raises(BadInput):
        workspace.read_text(path)


def test_a_path_through_a_file_is_told_as_promised(path: Path) -> None:
    """Only FileNotFoundError and BadInput are promised."""
    path.write_bytes(b"")
    with pytest.raises((FileNotFoundError, BadInput)):
        workspace.read_text(path / "agent.py")


def test_a_file_that_is_too_large_is_not_read(path: Path) -> None:
    """The message holds its size and the limit."""
    with path.open("wb") as file:
        file.truncate(workspace.MAX_BYTES + 1)
    with pytest.raises(BadInput, match=r"at most 10 MB.*10000001 bytes"):
        workspace.read_text(path)


def test_a_file_of_just_the_limit_is_read(path: Path) -> None:
    """10 MB are allowed."""
    path.write_bytes(b"x" * workspace.MAX_BYTES)

    assert len(workspace.read_text(path)) == workspace.MAX_BYTES


@unix
@not_root
def test_an_unreadable_file_is_bad_input(path: Path) -> None:
    """It is there, but closed to us."""
    path.write_bytes(b"{}")
    path.chmod(0)
    with pytest.raises(BadInput, match="a file that can be read"):
        workspace.read_text(path)


def test_an_error_while_reading_is_bad_input(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's own words."""

    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    path.write_bytes(b"{}")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(BadInput, match=r"a file that can be read.*Permission denied"):
        workspace.read_text(path)


# read_json


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, true]}', "[]", '"x"', " 7 \n", "null"])
def test_json_is_read(path: Path, text: str) -> None:
    """Any value, with a byte order mark or without, on lines of any kind."""
    path.write_bytes(BOM + text.replace("\n", "\r\n").encode())

    assert workspace.read_json(path) == json.loads(text)


@pytest.mark.parametrize("text", ["", " ", "{", "{'a': 1}", "{a: 1}", "[1,]", "1 2", "// x\n1"])
def test_what_is_no_json_is_bad_input(path: Path, text: str) -> None:
    """The message names the file and what Python says about it."""
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=r"tools\.json: expected JSON"):
        workspace.read_json(path)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_have_are_refused(path: Path, word: str) -> None:
    """Python would take them."""
    path.write_text(f'{{"a": [{word}]}}', "utf-8")
    with pytest.raises(BadInput, match=f"got '{word}'.*no such number"):
        workspace.read_json(path)


def test_a_number_of_5000_digits_is_bad_input(path: Path) -> None:
    """As is everything else that can't be read as JSON."""
    path.write_text("1" * 5000, "utf-8")
    with pytest.raises(BadInput, match=r"tools\.json"):
        workspace.read_json(path)


def test_endless_nesting_is_bad_input(path: Path) -> None:
    """No RecursionError comes out."""
    path.write_text("[" * 200_000, "utf-8")
    with pytest.raises(BadInput, match="expected JSON"):
        workspace.read_json(path)


def test_of_a_key_that_stands_twice_the_last_counts(path: Path) -> None:
    """With a remark that names the file; without a taker it is dropped."""
    path.write_text('{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}', "utf-8")
    remarks: list[str] = []

    assert workspace.read_json(path, remarks.append) == {"a": 3, "b": {"c": 2}}
    assert len(remarks) == 2
    assert all("tools.json" in remark and "twice" in remark for remark in remarks)
    assert workspace.read_json(path) == {"a": 3, "b": {"c": 2}}


def test_a_file_without_oddities_gets_no_remark(path: Path) -> None:
    """The same key in two objects is nothing odd."""
    path.write_text('[{"a": 1}, {"a": 1}, {}]', "utf-8")
    remarks: list[str] = []
    workspace.read_json(path, remarks.append)

    assert remarks == []


# read_jsonl


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n", "\n\n  \n"])
def test_one_value_a_line(path: Path, end: str, last: str) -> None:
    """Line ends of both kinds, a last line with or without one, blank lines."""
    text = '{"a": 1}\n\n \t\n[2]' + last
    path.write_bytes(BOM + text.replace("\n", end).encode())

    assert workspace.read_jsonl(path) == [{"a": 1}, [2]]


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\u00a0"])
def test_only_a_line_feed_ends_a_line(path: Path, mark: str) -> None:
    """Other marks that Python's splitlines() cuts at may stand in a text."""
    path.write_text(f'{{"say": "a{mark}b"}}\n{{"say": "c"}}\n', "utf-8")

    assert workspace.read_jsonl(path) == [{"say": f"a{mark}b"}, {"say": "c"}]


@pytest.mark.parametrize("text", ["", "\n", "\r\n \r\n"])
def test_a_file_of_blank_lines_has_no_values(path: Path, text: str) -> None:
    """It is read as an empty list."""
    path.write_bytes(text.encode())

    assert workspace.read_jsonl(path) == []


@pytest.mark.parametrize("bad", ["{", '{"a": 1} {"a": 2}', '{"a": NaN}', '{"a": "b\tc"}'])
def test_a_bad_line_is_named(path: Path, bad: str) -> None:
    """Counted from 1, blank lines too."""
    path.write_text(f'{{"a": 1}}\n\n{bad}\n{{"a": 1}}\n', "utf-8")
    with pytest.raises(BadInput, match=r"tools\.json line 3: expected JSON"):
        workspace.read_jsonl(path)


def test_a_value_over_several_lines_is_bad_input(path: Path) -> None:
    """Pretty-printed JSON is not JSON lines."""
    path.write_text(json.dumps({"a": 1}, indent=2), "utf-8")
    with pytest.raises(BadInput, match="line 1"):
        workspace.read_jsonl(path)


def test_a_remark_names_the_line(path: Path) -> None:
    """Where the key stands twice."""
    path.write_text('{"a": 1}\n{"a": 1, "a": 2}\n', "utf-8")
    remarks: list[str] = []

    assert workspace.read_jsonl(path, remarks.append) == [{"a": 1}, {"a": 2}]
    assert ["tools.json line 2" in remark for remark in remarks] == [True]


@pytest.mark.parametrize("read", [workspace.read_json, workspace.read_jsonl])
def test_both_readers_tell_a_bad_file_as_read_text_does(
    path: Path, read: Callable[[Path], object]
) -> None:
    """Missing, no regular file, no UTF-8."""
    with pytest.raises(FileNotFoundError):
        read(path)
    path.write_bytes("音声".encode("cp932"))
    with pytest.raises(BadInput, match="UTF-8"):
        read(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(BadInput, match="a regular file"):
        read(path)


# write


@pytest.mark.parametrize("text", ["", "hello\n", "a\r\nb\rc\n", "予約 🦷\u2028", "\ufeffx", "\x00"])
def test_what_is_written_is_what_is_there(path: Path, text: str) -> None:
    """In UTF-8, without a byte order mark of ours, line ends as they were."""
    workspace.write(path, text)

    assert path.read_bytes() == text.encode()


def test_missing_folders_are_made(tmp_path: Path) -> None:
    """All of them."""
    path = tmp_path / "a" / "b" / "agent.py"
    workspace.write(path, "x")

    assert path.read_text("utf-8") == "x"


def test_an_old_file_is_replaced_whole(path: Path) -> None:
    """Nothing of a longer old text is left, and nothing else is in the folder."""
    workspace.write(path, "a long old text")
    workspace.write(path, "new")

    assert path.read_text("utf-8") == "new"
    assert list(path.parent.iterdir()) == [path]


@unix
def test_a_file_can_be_read_by_others(path: Path) -> None:
    """Temporary files can't; what comes of them can, and no more than that."""
    workspace.write(path, "x")

    assert path.stat().st_mode & 0o777 == 0o644


@unix
def test_a_file_that_is_read_only_can_be_replaced(path: Path) -> None:
    """Its folder decides."""
    path.write_bytes(b"old")
    path.chmod(0o444)
    workspace.write(path, "new")

    assert path.read_bytes() == b"new"


def failing(error: BaseException) -> Callable[..., object]:
    """Return a function that raises, whatever it is given."""

    def fail(*args: object, **kwargs: object) -> object:
        raise error

    return fail


@pytest.mark.parametrize("step", ["mkstemp", "chmod", "replace"])
def test_a_write_that_fails_keeps_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Wherever it fails: old text, no temporary file, BadInput with the system's words."""
    workspace.write(path, "old")
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(tempfile if step == "mkstemp" else os, step, failing(full))
    with pytest.raises(BadInput, match=r"can be written to.*No space left on device"):
        workspace.write(path, "new")

    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_a_write_that_is_interrupted_keeps_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes through, and leaves nothing behind."""
    workspace.write(path, "old")
    monkeypatch.setattr(os, "replace", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        workspace.write(path, "new")

    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_the_new_text_is_complete_before_it_is_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to the last moment, readers see the old text."""
    seen: list[tuple[bytes, bytes]] = []
    replace = os.replace

    def look(source: str, target: Path) -> None:
        seen.append((Path(source).read_bytes(), target.read_bytes()))
        replace(source, target)

    workspace.write(path, "old")
    monkeypatch.setattr(os, "replace", look)
    workspace.write(path, "new")

    assert seen == [(b"new", b"old")]
    assert path.read_bytes() == b"new"


def test_a_folder_in_the_place_of_the_file_is_bad_input(path: Path) -> None:
    """It is kept, and so is what lies in it."""
    path.mkdir()
    (path / "notes").write_bytes(b"mine")
    with pytest.raises(BadInput, match="can be written to"):
        workspace.write(path, "x")

    assert (path / "notes").read_bytes() == b"mine"
    assert list(path.parent.iterdir()) == [path]


def test_a_file_in_the_place_of_the_folder_is_bad_input(path: Path) -> None:
    """It is kept."""
    path.write_bytes(b"mine")
    with pytest.raises(BadInput, match="can be written to"):
        workspace.write(path / "agent.py", "x")

    assert path.read_bytes() == b"mine"


@unix
@not_root
def test_a_read_only_folder_is_bad_input(path: Path) -> None:
    """The message names the path and the system's reason."""
    path.write_bytes(b"old")
    path.parent.chmod(0o555)
    try:
        with pytest.raises(BadInput, match=r"tools\.json.*can be written to"):
            workspace.write(path, "new")
    finally:
        path.parent.chmod(0o755)

    assert path.read_bytes() == b"old"


def test_text_that_is_no_utf_8_is_bad_input(path: Path) -> None:
    """Half a surrogate pair can't be written."""
    workspace.write(path, "old")
    with pytest.raises(BadInput):
        workspace.write(path, "half \ud83e")


def test_text_that_is_no_utf_8_leaves_the_old_file(path: Path) -> None:
    """Whatever is raised, nothing is lost and nothing left behind."""
    workspace.write(path, "old")
    with pytest.raises(ValueError, match=r"surrogate|UTF-8"):
        workspace.write(path, "half \ud83e")

    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


# back_up


def test_a_backup_lies_beside_the_file(path: Path) -> None:
    """In `.backup/`, under the file's name and the stamp; the file itself stays."""
    path.write_bytes(b"text\r\n")
    copy = workspace.back_up(path, "20261130-221455")

    assert copy == path.parent / ".backup" / "tools.json.20261130-221455"
    assert copy.read_bytes() == path.read_bytes() == b"text\r\n"


def test_where_nothing_is_nothing_is_backed_up(path: Path) -> None:
    """Not even the folder is made."""
    assert workspace.back_up(path, "now") is None
    assert list(path.parent.iterdir()) == []


def test_a_backup_never_replaces_another(path: Path) -> None:
    """The same stamp gets a number."""
    copies = []
    for text in ("one", "two", "three"):
        workspace.write(path, text)
        copies.append(workspace.back_up(path, "now"))

    assert [copy.name for copy in copies if copy] == [
        "tools.json.now",
        "tools.json.now-2",
        "tools.json.now-3",
    ]
    assert [copy.read_text("utf-8") for copy in copies if copy] == ["one", "two", "three"]


def test_a_backup_that_can_not_be_made_is_bad_input(path: Path) -> None:
    """So that nobody goes on without one."""
    path.write_bytes(b"mine")
    (path.parent / ".backup").write_bytes(b"a file")
    with pytest.raises(BadInput, match="can be written to"):
        workspace.back_up(path, "now")

    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize(
    "content",
    [BOM + b"x = 1\n", "# coding: cp949\n# 음성\n".encode("cp949"), "x = 1\n".encode("utf-16")],
    ids=["byte order mark", "declared cp949", "utf-16"],
)
def test_a_backup_is_the_same_byte_for_byte(path: Path, content: bytes) -> None:
    """Whatever the file holds: that is when a backup is wanted most."""
    path.write_bytes(content)
    copy = workspace.back_up(path, "now")

    assert copy is not None
    assert copy.read_bytes() == content


# take_lock


def test_a_lock_is_one_process_s_until_it_is_closed(path: Path) -> None:
    """A second is told by None, and may when the first is done."""
    first = workspace.take_lock(path)
    assert first is not None
    assert workspace.take_lock(path) is None
    first.close()
    second = workspace.take_lock(path)
    assert second is not None
    second.close()
