"""What a learner hands in: a folder found, looked at, and copied for each process that runs it."""

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from grader.messages import say
from voicekit.errors import BadInput

FILES = ("tools.json", "intents.jsonl", "intent_acc.json", "agent.py", "traces.jsonl")
LEFT_OUT = {".backup", ".git", ".venv", "__pycache__", ".ipynb_checkpoints", "node_modules"}
LINK = "it is a link that leads out of its folder: put a copy there"
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

    def own(self, name: str) -> Path:
        """Return the path of a file that is to be read.

        Raises:
            BadInput: it is a link to somewhere else; its content must not be told.
        """
        path = self.path(name)
        if not leads_inside(path, self.folder):
            raise BadInput(name, expected="a file of the submission's own", got=LINK)
        return path

    def copy(self, target: Path) -> dict[str, str]:
        """Copy the regular files, within bounds: learners' processes get nothing but this copy.

        Returns:
            The SHA-256 of each file's content, by its path within the folder.
        """
        target.mkdir(parents=True)
        sums = {}
        for source in self._files():
            name = source.relative_to(self.folder)
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            content = source.read_bytes()
            (target / name).write_bytes(content)
            (target / name).chmod(0o644)
            sums[str(name)] = sha256(content).hexdigest()
        for folder, _, _ in os.walk(target):
            os.chmod(folder, 0o755)
        return sums

    def changed_since(self, sums: Mapping[str, str]) -> list[str]:
        """Return the names of files whose content is not what `copy` found, or that are gone."""
        return [name for name, due in sums.items() if _sum(self.folder / name) != due]

    def _files(self) -> Iterator[Path]:
        """Yield what is copied, the agent first: what is beside it must not crowd it out."""
        known = [self.folder / name for name in (self.agent, *FILES)]
        others = (folder / name for folder, names in _walk(self.folder) for name in names)
        files, room = 0, MAX_ALL_BYTES
        for path in dict.fromkeys([*known, *others]):
            size = _regular_size(path)
            if size is not None and not leads_inside(path, self.folder):
                self.advice.append(say("left out link", name=path.name))
                continue
            if size is not None and size > min(room, MAX_FILE_BYTES):
                self.advice.append(say("left out big", name=path.name, size=size // 10**6))
                continue
            if size is None:
                continue
            files, room = files + 1, room - size
            if files > MAX_FILES:
                self.advice.append(say("left out", count=MAX_FILES))
                return
            yield path


def _sum(path: Path) -> str | None:
    return sha256(path.read_bytes()).hexdigest() if _regular_size(path) is not None else None


def leads_inside(path: Path, folder: Path) -> bool:
    """Whether a path, all links followed, is in `folder`: a link must not hand in others' files."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def remove(path: Path) -> None:
    """Remove a file or a folder that learner code could write to, whatever it did to it.

    A link is removed, never what it points to. Folders are lifted to the top one by one: no
    nesting is too deep, and no path too long.
    """
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    path.chmod(0o700)
    while inside := list(os.scandir(path)):
        for entry in inside:
            if entry.is_dir(follow_symlinks=False):
                _lift(Path(entry.path), path)
            else:
                os.unlink(entry.path)
    path.rmdir()


def _lift(folder: Path, top: Path) -> None:
    """Move what is in `folder` to `top`, under names that nothing has; remove the folder."""
    folder.chmod(0o700)
    for entry in list(os.scandir(folder)):
        if entry.is_dir(follow_symlinks=False):
            os.chmod(entry.path, 0o700)
        os.rename(entry.path, top / os.urandom(8).hex())
    folder.rmdir()


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
    if path.is_symlink():
        path = path.resolve()  # a file that is named is meant, wherever it lies
    return Submission(path.parent, path.name, advice=_shadowing(path.parent))


def check_file(path: Path, folder: Path) -> str | None:
    """Return why a Python file of `folder` can't be handed to a process at all, or None."""
    if not leads_inside(path, folder):
        return LINK
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return "it is no regular file"
        if status.st_size > MAX_FILE_BYTES:
            return f"it has {status.st_size // 10**6} MB; {MAX_FILE_BYTES // 10**6} are allowed"
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
