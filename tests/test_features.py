"""docs/features.md: all 34 rows are there, and each leads to what it speaks of."""

import re
from pathlib import Path

import pytest
from test_contract import anchors

from voicekit import lab

PAGE = Path(__file__).parents[1] / "docs" / "features.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text("utf-8").splitlines()
    if re.match(r"\| \d", line)
]
HEAD = ["#", "what", "learntools", "rustlings", "nbgrader", "otter", "check50", "PrairieLearn"]
HEAD += ["lab", "where"]
NOT_OURS = {"15", "22"}  # languages, and a log of attempts
each_row = pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])


def test_all_rows_are_there_in_order() -> None:
    """Whoever adds or drops one says so here."""
    assert [row[0] for row in ROWS] == [str(number) for number in range(1, 35)]


def test_every_table_has_the_same_columns() -> None:
    """And no row has more or fewer."""
    heads = re.findall(r"(?m)^\| # .*", PAGE.read_text("utf-8"))

    assert [[cell.strip() for cell in head.strip("|").split("|")] for head in heads] == [HEAD] * 3
    assert {len(row) for row in ROWS} == {len(HEAD)}


@each_row
def test_a_row_has_a_mark_for_each(row: list[str]) -> None:
    """Peers may have a word beside it; of the lab it is said under "where"."""
    assert all(re.fullmatch(r"(Y|P|–|\?|n/a)( \(.+\))?", cell) for cell in row[2:8])
    assert row[8] == ("–" if row[0] in NOT_OURS else "Y")


@each_row
def test_a_row_leads_to_a_file_or_heading(row: list[str]) -> None:
    """Each link in it, and there is one."""
    links = re.findall(r"\]\(([^)]+)\)", row[9])

    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        target = (PAGE.parent / path).resolve()
        assert target.is_file(), link
        assert not anchor or anchor in anchors(target), link


@each_row
def test_the_functions_in_a_row_are_those_of_the_lab(row: list[str]) -> None:
    """What learners can call in a cell."""
    assert set(re.findall(r"`(\w+)\(", row[9])) <= set(lab.__all__)
