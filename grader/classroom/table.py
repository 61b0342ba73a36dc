"""grades.csv: one row a submission, for spreadsheets, which can be made to do harm."""

import csv
import io
from collections.abc import Iterable, Sequence

from grader.classroom.intake import Found
from grader.classroom.ledger import Entry
from grader.classroom.likeness import Likeness
from grader.classroom.row import blank, column
from grader.classroom.words import tell
from grader.verdicts import Verdict

MARK = "\ufeff"  # a byte order mark: without it, Excel takes UTF-8 for something else
STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")  # of a cell that a spreadsheet would work out
FIRST = ["submission", "student", "verdict", "score", "max_score", "printed", "varied"]
LAST = ["files", "near_identical", "note"]


def columns(words: Sequence[str]) -> list[str]:
    """Return the heads: the same for each class that is graded in the same words."""
    return [*FIRST, *(column(check) for check in blank(words)), *LAST]


def table(rows: Iterable[tuple[Found, Entry]], likeness: Likeness, words: Sequence[str]) -> str:
    """Return the whole file."""
    text = io.StringIO()
    text.write(MARK)
    heads = columns(words)
    writer = csv.DictWriter(text, heads, restval="")
    writer.writeheader()
    for found, entry in rows:
        cells = _cells(found, entry, likeness)
        writer.writerow({head: cell(str(cells[head])) for head in heads if head in cells})
    return text.getvalue()


def _cells(found: Found, entry: Entry, likeness: Likeness) -> dict[str, object]:
    row = entry["row"]
    is_ours = row["verdict"] == Verdict.GRADER_ERROR
    return {
        **row["checks"],
        "submission": found.id,
        "student": found.student,
        "verdict": row["verdict"],
        "score": "" if is_ours else row["score"],  # no 0: it would be counted
        "max_score": row["max_score"],
        "printed": row["printed"],
        "varied": row["varied"],
        "files": "; ".join(row["files"]),
        "near_identical": _group(found.id, likeness),
        "note": "; ".join(_notes(found, entry, likeness)),
    }


def _group(one: str, likeness: Likeness) -> str:
    if one not in likeness.groups:
        return ""
    number, percent = likeness.groups[one]
    return tell("in group", number=number, percent=percent)


def _notes(found: Found, entry: Entry, likeness: Likeness) -> list[str]:
    notes = [tell("late")] if found.is_late else []
    notes += [tell("earlier ones", count=len(found.superseded))] if found.superseded else []
    if found.id in likeness.published:
        notes.append(tell("as published", name=likeness.published[found.id]))
    return [*notes, *filter(None, [entry["row"]["reason"]])]


def cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    Example:
        >>> cell("=HYPERLINK(…)"), cell("8 of 9")
        ("'=HYPERLINK(…)", '8 of 9')
    """
    return f"'{text}" if text.startswith(STARTS) else text
