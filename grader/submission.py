"""What a learner hands in: a folder found, looked at, and copied for each process that runs it."""

import os
import shutil
import stat
import sys
from dataclasses import dataclass, field
from pathlib import Path

from voicekit.errors import BadInput

FILES = ("tools.json", "intents.jsonl", "intent_acc.json", "agent.py", "traces.jsonl")
LEFT_OUT = {".backup", ".git", ".venv", "__pycache__", ".ipynb_checkpoints", "node_modules"}
MAX_FILES, MAX_FILE_BYTES, MAX_ALL_BYTES = 500, 10_000_000, 50_000_000


@dataclass
class Submission:
    """A folder with a learner's files, and the name of the agent's file in it."""

    folder: Path
    agent: str = "agent.py"
    advice: list[str] = field(default_factory=list)

    def path(self, name: str) -> Path:
        """Return where a file of the submission is, or would be."""
        return self.folder / name

    def copy(self, target: Path) -> None:
        """Copy the regular files, within bounds: a learner's process gets nothing but a copy."""
        target.mkdir(parents=True)
        files, room = 0, MAX_ALL_BYTES
        for folder, names in _walk(self.folder):
            for name in names:
                source = folder / name
                size = _regular_size(source)
                if size is None or size > min(room, MAX_FILE_BYTES):
                    continue
                files, room = files + 1, room - size
                if files > MAX_FILES:
                    return
                copy = target / source.relative_to(self.folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)


def find(path: Path) -> Submission:
    """Return the submission at `path`: a folder that holds agent.py, or that file.

    Raises:
        BadInput: there is nothing there that could be one.
    """
    if path.is_dir():
        if not os.access(path, os.R_OK | os.X_OK):
            raise BadInput(str(path), expected="a folder that can be read", got="no permission")
        return Submission(path, advice=[*_wrong_folder(path), *_shadowing(path)])
    if not path.exists():
        raise BadInput(
            str(path), expected="a folder that holds agent.py, or that file", got="nothing there"
        )
    if path.suffix != ".py":
        raise BadInput(str(path), expected="a folder or a .py file", got=path.name)
    return Submission(path.parent, path.name, advice=_shadowing(path.parent))


def check_file(path: Path) -> str | None:
    """Return why a Python file can't be handed to a process at all, or None."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return "it is no regular file"
        if status.st_size > MAX_FILE_BYTES:
            return f"it has {status.st_size} bytes"
        with path.open("rb"):  # only now: opening a FIFO would wait for ever
            return None
    except OSError as error:
        return f"it can't be read: {error.strerror}"


def _wrong_folder(folder: Path) -> list[str]:
    if any((folder / name).exists() for name in FILES):
        return []
    inside = [str(p.parent) for p in (folder / "agent" / "agent.py",) if p.exists()]
    hint = f" Did you mean {inside[0]}?" if inside else ""
    return [f"{folder} holds none of {', '.join(FILES)}.{hint}"]


def _shadowing(folder: Path) -> list[str]:
    clashes = [p.name for p in sorted(folder.glob("*.py")) if p.stem in sys.stdlib_module_names]
    return [
        f"{name} has the name of a module of Python's own library: rename it" for name in clashes
    ]


def _walk(top: Path) -> list[tuple[Path, list[str]]]:
    rows = []
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        rows.append((Path(folder), sorted(names)))
        if len(rows) > MAX_FILES:
            break
    return rows


def _regular_size(path: Path) -> int | None:
    try:
        status = path.stat()
    except OSError:  # a broken link
        return None
    readable = stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK)
    return status.st_size if readable else None
