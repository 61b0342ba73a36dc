"""Regions of a file: what is replaced, what is kept byte for byte, what is refused."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekit.errors import BadInput
from voicekit.lab import regions

ROOT = Path(__file__).parents[1]
AGENT = (ROOT / "solutions" / "agent.py").read_text("utf-8")
NAMES = regions.names(AGENT)
FILE = """class A:
    x = 1  # kept

    # region one
    def one(self):
        \"\"\"Say one.\"\"\"
        return 1

    # endregion one

    # region two-more
    def two(self): return 2
    # endregion two-more
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_body_put_back_changes_nothing(name: str) -> None:
    """Reading a region and writing it again gives the same file."""
    assert regions.replace(AGENT, name, regions.body(AGENT, name)) == AGENT


def test_filling_what_was_blanked_gives_the_solution() -> None:
    """The starter with all solutions is exactly the finished agent."""
    assert regions.filled(regions.blanked(AGENT), AGENT) == AGENT


@pytest.mark.parametrize("name", NAMES)
def test_a_blanked_region_is_a_stub_that_keeps_its_heads(name: str) -> None:
    """Names, signatures and docstrings stay; the bodies only say that they are not written."""
    solved, blank = regions.body(AGENT, name), regions.body(regions.blanked(AGENT), name)

    assert regions.is_stub(blank, name)
    assert not regions.is_stub(solved, name)
    for left, right in zip(ast.parse(solved).body, ast.parse(blank).body, strict=True):
        assert isinstance(left, ast.FunctionDef)
        assert isinstance(right, ast.FunctionDef)
        assert (left.name, ast.unparse(left.args)) == (right.name, ast.unparse(right.args))
        assert ast.get_docstring(left) == ast.get_docstring(right)


@given(st.sampled_from(["one", "two-more"]), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_all_outside_a_region_is_kept(name: str, newline: str, bom: bool) -> None:
    """Byte for byte, whatever the ends of lines."""
    source = ("\ufeff" if bom else "") + FILE.replace("\n", newline)
    changed = regions.replace(source, name, "def new(self):\n    return 3\n")

    other = "two-more" if name == "one" else "one"
    assert regions.body(changed, name) == "def new(self):\n    return 3\n"
    assert regions.body(changed, other) == regions.body(source, other)
    start, end = source.index(f"# region {name}"), source.index(f"# endregion {name}")
    assert changed.startswith(source[:start])
    assert changed.endswith(source[end:])
    assert changed.count("\r\n") == (changed.count("\n") if newline == "\r\n" else 0)


@pytest.mark.parametrize(
    "new",
    ["def (", "return 1 +", "def f():\nreturn 1", "# region one\nx = 1", "x = 1\n# endregion one"],
)
def test_what_is_no_body_is_refused(new: str) -> None:
    """What is no Python, or would break the file's marks, is never written."""
    with pytest.raises(BadInput):
        regions.replace(FILE, "one", new)


@pytest.mark.parametrize(
    "source",
    [
        "# region one\n",
        "# endregion one\n",
        "# region one\n# endregion two\n",
        "# region one\n# region two\n# endregion two\n# endregion one\n",
        "# region one\n# endregion one\n# region one\n# endregion one\n",
    ],
)
def test_marks_that_do_not_pair_are_told_by_line(source: str) -> None:
    """A learner may delete a mark by mistake: then nothing is guessed."""
    with pytest.raises(BadInput, match=r"line|end of the file"):
        regions.names(source)


def test_a_lost_region_says_which_lines_to_put_back() -> None:
    """The message names the marks and what to do."""
    with pytest.raises(BadInput, match="lines `# region three`"):
        regions.body(FILE, "three")


def test_a_new_region_is_put_where_it_belongs() -> None:
    """A file that lacks a region of a newer one gains it after the one before it."""
    older = FILE.replace(FILE[FILE.index("    # region two") :], "\n    y = 2  # mine\n")
    updated = regions.with_missing(older, FILE)

    assert regions.names(updated) == ["one", "two-more"]
    assert "y = 2  # mine" in updated
    ast.parse(updated)
