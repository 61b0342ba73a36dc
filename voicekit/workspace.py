"""Where a learner's files live, and how they are read and written without losing any.

$VOICE_HOME/            by default ~/voice
    agent/              tools.json intents.jsonl intent_acc.json agent.py traces.jsonl …
        .backup/        what was there before each change
"""

import json
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from io import BufferedRandom
from pathlib import Path
from typing import Any

from voicekit.errors import BadInput

MAX_BYTES = 10_000_000
Note = Callable[[str], None]  # takes a remark about something odd but harmless


def voice_home(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the learner's folder: `$VOICE_HOME`, else `~/voice`. It need not exist."""
    return Path(environ.get("VOICE_HOME") or "~/voice").expanduser()


def agent_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that holds agent.py and the files of steps 1, 2 and 8."""
    return voice_home(environ) / "agent"


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark.

    Raises:
        FileNotFoundError: nothing is there.
        BadInput: it is no regular file, is too large or is not UTF-8.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # looked at first: opening a FIFO would wait for ever
            raise BadInput(path.name, expected="a regular file", got="something else")
        if status.st_size > MAX_BYTES:
            raise BadInput(path.name, expected="at most 10 MB", got=f"{status.st_size} bytes")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        got = f"byte 0x{error.object[error.start]:02x} at position {error.start}"
        raise BadInput(
            path.name, expected="UTF-8 text", got=got, next_step="Save the file as UTF-8."
        ) from None
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadInput(path.name, expected="a file that can be read", got=error.strerror) from None


def read_json(path: Path, note: Note = lambda remark: None) -> Any:
    """Return the value in a JSON file. Raises as `read_text`, and BadInput where it is no JSON."""
    return _json(read_text(path), path.name, note)


def read_jsonl(path: Path, note: Note = lambda remark: None) -> list[Any]:
    """Return the values of a file with one JSON value a line; blank lines are passed over.

    Raises as `read_json`; the message names the line.
    """
    return [value for _, value in numbered_jsonl(path, note)]


def numbered_jsonl(path: Path, note: Note = lambda remark: None) -> list[tuple[int, Any]]:
    """Return as `read_jsonl`, each value with the number of its line, from 1."""
    lines = read_text(path).replace("\r\n", "\n").split("\n")  # splitlines() cuts at U+2028 too
    return [
        (number, _json(line, f"{path.name} line {number}", note))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def _json(text: str, what: str, note: Note) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(items)
        if len(value) < len(items):
            note(f"{what}: a key stands twice; the last one counts")
        return value

    def no_constant(word: str) -> None:
        raise BadInput(what, expected="JSON", got=word, next_step="JSON has no such number.")

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=no_constant)
    except BadInput:
        raise
    except (ValueError, RecursionError) as error:  # no JSON, or a number of too many digits
        raise BadInput(what, expected="JSON", got=str(error)) from None


def as_json(value: Any) -> str:
    """Return a value as a JSON document."""
    return _writable(json.dumps(value, ensure_ascii=False, indent=1)) + "\n"


def as_jsonl(values: Iterable[Any]) -> str:
    """Return values as JSON, one a line."""
    return "".join(_writable(json.dumps(value, ensure_ascii=False)) + "\n" for value in values)


def _writable(text: str) -> str:
    """Escape half a character, such as an emoji that was cut: JSON can hold it, UTF-8 can't."""
    return re.sub(r"[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)


def write(path: Path, text: str) -> None:
    """Write a file so that it holds either the old text or the new, whatever happens.

    A link stays a link: what it leads to is written. A device or a pipe is refused, since it
    would be replaced by a file.

    Raises:
        BadInput: it can't be written; the old file is as it was.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise BadInput(str(path), expected="a file that can be written to", got="something else")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        got = error.strerror or type(error).__name__
        raise BadInput(str(path), expected="a place that can be written to", got=got) from None
    except UnicodeEncodeError as error:
        raise BadInput(
            path.name, expected="text that UTF-8 can hold", got=error.object[error.start]
        ) from None


def back_up(path: Path, stamp: str) -> Path | None:
    """Copy a file to `.backup/` beside it; return the copy, or None where there was no file.

    Args:
        stamp: what tells this copy from others, such as "20261130-221455". A copy that is there
            already is kept, and the new one gets a number.

    Raises:
        BadInput: no copy could be made; the file itself is as it was.
    """
    if not path.exists():
        return None
    folder = path.parent / ".backup"
    copy, number = folder / f"{path.name}.{stamp}", 1
    while copy.exists():
        number += 1
        copy = folder / f"{path.name}.{stamp}-{number}"
    try:
        folder.mkdir(exist_ok=True)
        shutil.copy2(path, copy)
    except OSError as error:
        raise BadInput(
            str(copy), expected="a place for a backup that can be written to", got=error.strerror
        ) from None
    return copy


def take_lock(file: Path) -> BufferedRandom | None:
    """Take a file's lock; it is held until what is returned is closed. None: another has it.

    However the process ends, the system lets go of it.

    Raises:
        OSError: the file can't be opened.
    """
    opened = file.open("a+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            opened.seek(0)
            msvcrt.locking(opened.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        opened.close()
        return None
    return opened
