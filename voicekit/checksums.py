"""Checksums: of one file in eight digits, and of the lab's own files, which manifest.json holds.

`python -m dev.derive` writes the manifest. It tells a lab that was changed, by mistake or not, from
a learner's work; it is no protection: who can change a file can change the manifest, too.
"""

import json
import shlex
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import voicekit
from voicekit import workspace
from voicekit.errors import BadInput

ROOT = Path(voicekit.__file__).resolve().parents[1]
JUDGING = ("voicekit", "grader", "solutions")  # what a verdict depends on
FOLDERS = (*JUDGING, "notebooks")
MANIFEST = "voicekit/manifest.json"
NAMED = 8  # more files than these are told by their folders
NOT_OURS = {".pyc", ".orig", ".rej", ".bak"}  # left beside the lab's files by tools


def short(path: Path) -> str | None:
    """Return the first 8 digits of a file's SHA-256, as `sha256sum` has them.

    None where there is no file, or none that can be read.
    """
    try:
        return sha256(path.read_bytes()).hexdigest()[:8] if path.is_file() else None
    except OSError:
        return None


def digest(path: Path) -> str:
    """Return the SHA-256 of what is in a file, whichever way its lines end.

    Of a notebook only the cells' texts count: to run one is no change of the lab.
    """
    content = path.read_bytes()
    if path.suffix == ".ipynb":
        content = _texts(content)
    if b"\0" not in content:
        content = content.replace(b"\r\n", b"\n")
    return sha256(content).hexdigest()


def manifest(root: Path = ROOT) -> str:
    """Return what manifest.json has to hold for the files as they are."""
    sums = {path.relative_to(root).as_posix(): digest(path) for path in _files(root)}
    return workspace.as_json(sums)


def changed(folders: Sequence[str] = JUDGING, root: Path = ROOT) -> list[str]:
    """Return the lab's files that are missing or not what they were; what was added is no matter.

    Where a wheel was installed there is no manifest, and nothing to compare: no files.
    """
    try:
        due = dict(workspace.read_json(root / MANIFEST).items())
    except FileNotFoundError:
        return []
    except (BadInput, AttributeError):  # it was changed itself
        return [MANIFEST]
    ours = [name for name in due if name.split("/")[0] in folders]
    return [name for name in ours if not _is(root / name, due[name])]


def advice(folders: Sequence[str] = JUDGING, root: Path = ROOT) -> list[str]:
    """Return a line on lab files that were changed, with the command that restores them."""
    names = changed(folders, root)
    if not names:
        return []
    if len(names) > NAMED:
        tops = list(dict.fromkeys(name.split("/")[0] for name in names))
        told, paths = f"{len(names)} files in {', '.join(tops)}", tops
    else:
        told, paths = ", ".join(names), names
    where = [] if root == Path.cwd() else ["-C", str(root)]
    restore = (
        f"Restore with: {shlex.join(['git', *where, 'restore', '--staged', '--worktree', *paths])}"
    )
    if not (root / ".git").exists():
        restore = "To restore them, unpack the lab anew."
    return [
        f"lab files changed: {told}. Results may not be what they would be elsewhere. {restore}"
    ]


def _is(path: Path, due: str) -> bool:
    try:
        return digest(path) == due
    except OSError:
        return False


def _files(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root)
            if path.is_file() and not _by_others(name) and name.as_posix() != MANIFEST:
                yield path


def _by_others(name: Path) -> bool:
    """Whether a file is left by an editor, by Python or by Jupyter."""
    hidden = any(part.startswith((".", "#", "__pycache__")) for part in name.parts)
    return hidden or name.suffix in NOT_OURS or name.name.endswith("~")


def _texts(content: bytes) -> bytes:
    try:
        cells = json.loads(content)["cells"]
        texts = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
    except (ValueError, KeyError, TypeError):
        return content  # no notebook any more: a change in any case
    return json.dumps(texts).encode()
