"""Imports point one way, every file has its place, and the README's table of parts is true."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("voicekit", "grader", "solutions")

# What the parts of voicekit may use: of each other, and of other people's.
BASE = "errors clock workspace checksums"
CORE = f"{BASE} clinic nlu llm llm_server scenarios trace"
UNITS = "speech broadcast durable longrun"
ROWS = (
    ("errors clock", "", ""),
    ("workspace", "errors clock", ""),
    ("checksums", "errors clock workspace", ""),
    ("clinic nlu llm", BASE, ""),
    ("llm_server", f"{BASE} llm", "xllamacpp"),
    ("scenarios", f"{BASE} clinic", ""),
    ("trace", f"{BASE} clinic scenarios", ""),
    (UNITS, CORE, ""),
    ("groupchat", f"{CORE} broadcast", ""),
    ("lab demo", f"{CORE} {UNITS} groupchat", ""),
    ("widgets", f"{CORE} {UNITS} groupchat lab", "IPython ipywidgets matplotlib"),
)
# The same for whole folders. A solution is loaded by its path, so nobody imports `solutions`.
MAY_USE = {
    "voicekit": ({"voicekit"}, set()),
    "grader": ({"voicekit", "grader"}, set()),
    "solutions": ({"voicekit"}, {"transitions"}),
}
FOR_PEOPLE = {"lab", "widgets", "demo"}
SAYS_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc"}

FILES = [
    file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))
]  # not tests/agents: those are learners' files
every_file = pytest.mark.parametrize("file", FILES, ids=lambda f: f.relative_to(ROOT).as_posix())


@pytest.fixture
def plant(tmp_path, monkeypatch):
    """Write a file of a tree that is none of ours, and take that tree for ours."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)

    def _plant(path, text):
        file = tmp_path / path
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        return file

    return _plant


def part_of(dotted: str) -> str:
    """Return the part of voicekit that a dotted name lies in: `nlu` for voicekit.nlu.times."""
    return dotted.partition(".")[2].partition(".")[0]


def dotted_name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(file: Path) -> Iterator[str]:
    """Yield the dotted name of everything a file imports, wherever in the file it does."""
    package = dotted_name(file).split(".")
    if file.name != "__init__.py":
        package.pop()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            if module in FOLDERS:  # `from voicekit import clinic` means the part
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module


def row_of(part: str) -> tuple[set[str], set[str]]:
    for parts, may_use, others in ROWS:
        if part in parts.split():
            return set(may_use.split()), set(others.split())
    pytest.fail(f"voicekit/{part} stands in no row of tests/test_imports.py: give it one")


def complaints(file: Path) -> Iterator[str]:
    """Yield what a file imports and must not, each with the reason."""
    folder = file.relative_to(ROOT).parts[0]
    folders, others = MAY_USE[folder]
    own = part_of(dotted_name(file)) if folder == "voicekit" else ""
    parts, more = row_of(own) if own else (set(), set())
    for name in imported(file):
        top, used = name.split(".")[0], part_of(name)
        if top not in FOLDERS:
            if top not in sys.stdlib_module_names | others | more:
                yield f"{name}: of other people's, {folder} {own} may use {others | more}"
        elif top not in folders:
            yield f"{name}: {folder} may import from {folders}"
        elif folder != "voicekit":
            if top == "voicekit" and used in FOR_PEOPLE:
                yield f"{name}: it is for people; {folder} has no use for it"
        elif used not in parts | {own, ""}:  # "": voicekit itself, which has its version and folder
            yield f"{name}: {own or 'voicekit/__init__.py'} may use {parts or 'nothing'}"


@every_file
def test_imports_point_one_way(file):
    assert list(complaints(file)) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("voicekit/__init__.py", "from voicekit.clinic import ClinicAPI"),
        ("voicekit/clinic.py", "from voicekit import trace"),
        ("voicekit/nlu/times.py", "import transitions"),
        ("voicekit/durable/journal.py", "from voicekit.longrun import clock"),
        ("voicekit/lab.py", "import grader.wire"),
        ("grader/wire.py", "from solutions import agent"),
        ("grader/wire.py", "import transitions"),
        ("solutions/agent.py", "from voicekit.lab import check"),
        ("solutions/agent.py", "import IPython"),
    ],
)
def test_a_wrong_import_is_complained_of(plant, file, line):
    assert len(list(complaints(plant(file, line)))) == 1


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("voicekit/trace.py", "from voicekit import clinic, scenarios"),
        ("voicekit/nlu/times.py", "import re\nfrom voicekit.nlu import words"),
        ("voicekit/groupchat/room.py", "from voicekit.broadcast import channels"),
        ("grader/wire.py", "from . import child\nfrom voicekit import clinic"),
        ("solutions/agent.py", "from transitions.core import Machine"),
    ],
)
def test_a_right_import_is_not(plant, file, line):
    assert list(complaints(plant(file, line))) == []


@every_file
def test_every_module_has_a_name_that_says_something(file):
    assert SAYS_NOTHING.isdisjoint(dotted_name(file).split("."))


def test_every_part_of_voicekit_stands_in_one_row():
    rows = [part for parts, _, _ in ROWS for part in parts.split()]

    assert len(rows) == len(set(rows))
    for file in (ROOT / "voicekit").rglob("*.py"):
        if part := part_of(dotted_name(file)):
            row_of(part)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("import json", ["json"]),
        ("def f():\n    from grader.wire import Channel", ["grader.wire"]),
        ("from voicekit import clinic, trace", ["voicekit.clinic", "voicekit.trace"]),
        ("from . import trace", ["voicekit.trace"]),
        ("from .nlu import parse", ["voicekit.nlu"]),
    ],
)
def test_an_import_is_seen_in_every_form_and_place(plant, line, names):
    assert list(imported(plant("voicekit/demo.py", line))) == names


def table_of_parts() -> tuple[list[str], list[list[str]]]:
    """Return the heads and the rows of the README's table whose first head is "word"."""
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if re.match(r"\| *word *\|", line))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows[0], rows[2:]


def test_every_cell_of_the_table_of_parts_points_somewhere():
    """A cell is a path inside its column's folder, or the word "planned", or "–"."""
    heads, rows = table_of_parts()

    assert rows
    for row in rows:
        for folder, cell in list(zip(heads, row, strict=True))[1:]:
            paths = re.findall(r"`([^`]+)`", cell)
            assert paths or cell in ("planned", "–"), f"{row[0]}, {folder}: {cell!r}"
            for path in paths:
                there = (ROOT / folder.strip("`") / path).exists()
                assert there, f"{row[0]}: {folder}/{path} is not there"


def test_every_check_of_the_grader_stands_in_the_table_of_parts():
    _, rows = table_of_parts()
    checks = {file.stem for file in (ROOT / "grader" / "checks").glob("*.py")} - {"__init__"}

    assert checks == {row[0] for row in rows if "`" in row[-1]}
