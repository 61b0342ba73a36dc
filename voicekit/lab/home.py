"""Fills a learner's folder from what the lab ships, and updates it without losing work.

$VOICE_HOME/notebooks/*.ipynb        the lab's; untouched ones follow its updates
$VOICE_HOME/notebooks/.shipped.json  what each was when it came, to tell touched from untouched
$VOICE_HOME/notebooks/.given.json    see `voicekit.lab.given`
$VOICE_HOME/agent/agent.py           the learner's; it only gains regions that are new
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab import given, regions
from voicekit.lab.shipped import ROOT
from voicekit.lab.writing import now_stamp

STARTERS = "starter"


def fill(
    home: Path, shipped: Path = ROOT / "notebooks", stamp: Callable[[], str] = now_stamp
) -> list[str]:
    """Bring a learner's folder up to date; return a line for each thing that was done.

    Raises:
        BadInput: the folder can't be written to. What was done before is whole.
    """
    told: list[str] = []
    notebooks, agent = home / "notebooks", home / "agent"
    _make(notebooks)
    _make(agent)
    seen = _ledger(notebooks)
    for source in sorted(shipped.glob("*.ipynb")):
        told += _notebook(source, notebooks / source.name, seen, stamp())
        given.remember(notebooks, source)
        seen[source.name] = digest(source)
        workspace.write(notebooks / ".shipped.json", workspace.as_json(seen))
    for starter in sorted((shipped / STARTERS).glob("*.py")):
        told += _starter(starter, agent / starter.name, stamp())
    return told


def digest(path: Path) -> str:
    """Return what tells a notebook's cells from others: their sources, not their outputs."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    sources = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
    return hashlib.sha256(json.dumps(sources).encode()).hexdigest()


def _notebook(source: Path, target: Path, seen: dict[str, str], stamp: str) -> list[str]:
    text = source.read_text("utf-8")
    if not target.exists():
        workspace.write(target, text)
        return [f"new: {target.name}"]
    mine, lab, came = _digest_or_none(target), digest(source), seen.get(source.name)
    if mine is None:
        return [f"kept: {target.name} can't be read as a notebook; delete it to get a fresh one"]
    if mine == lab:
        return []
    if mine == came:  # untouched since it came
        workspace.back_up(target, stamp)
        workspace.write(target, text)
        return [f"updated: {target.name}"]
    if came == lab:  # touched, and the lab's own is what it was
        return []
    twin = target.with_name(f"{target.stem} (new version).ipynb")
    if twin.exists() and _digest_or_none(twin) == lab:
        return []
    workspace.back_up(twin, stamp)
    workspace.write(twin, text)
    return [f"kept: {target.name} has your changes; the lab's new one is {twin.name}"]


def _starter(source: Path, target: Path, stamp: str) -> list[str]:
    text = workspace.read_text(source)
    if not target.exists():
        workspace.write(target, text)
        return [f"new: {target.name}"]
    mine = target.read_bytes().decode("utf-8", "replace")
    try:
        missing = [name for name in regions.names(text) if name not in regions.names(mine)]
    except BadInput as bad:
        return [f"kept: {target.name} as it is ({bad})"]
    if not missing or not regions.names(mine):
        return []
    for name in missing:  # a lost mark is no new region: its method would stand there twice
        there = [
            f for f in regions.functions(regions.body(text, name), name) if f"def {f}(" in mine
        ]
        if there:
            marks = f"`# region {name}` and `# endregion {name}`"
            return [f"kept: {target.name} as it is, but it lacks {marks} around {there[0]}"]
    workspace.back_up(target, stamp)
    workspace.write(target, regions.with_missing(mine, text))
    return [f"updated: {target.name} has new regions: {', '.join(missing)}"]


def _digest_or_none(path: Path) -> str | None:
    try:
        return digest(path)
    except (ValueError, KeyError, TypeError):  # broken, so the learner's to decide
        return None


def _ledger(notebooks: Path) -> dict[str, str]:
    path = notebooks / ".shipped.json"
    found: dict[str, str] = workspace.read_json(path) if path.exists() else {}
    return found


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            str(folder),
            expected="a folder that can be made",
            got=error.strerror,
            next_step="Choose another with VOICE_HOME.",
        ) from None
