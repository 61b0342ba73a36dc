"""Which option writes which format of a report, and where a report may be written."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from grader.submission import FILES, Submission
from grader.verdicts import Report
from voicekit import workspace
from voicekit.errors import BadInput


class Format(NamedTuple):
    """A way to write a report."""

    help: str
    made: Callable[[Report, str], str]  # of a report and its title


def _json(report: Report, _: str) -> str:
    return _document(report.as_json())


# Imported only where it is asked for: grading itself needs none of it.
def _junit(report: Report, title: str) -> str:
    from grader.reports import junit

    return junit.junit(report, title)


def _html(report: Report, title: str) -> str:
    from grader.reports import page

    return page.page(report, title)


def _gradescope(report: Report, _: str) -> str:
    from grader.reports import gradescope

    return _document(gradescope.results(report))


FORMATS: Mapping[str, Format] = {  # by the option's name
    "json": Format("write the report as JSON", _json),
    "junit": Format("write it as JUnit XML, for CI services", _junit),
    "html": Format("write it as a page, with every dialogue", _html),
    "gradescope": Format("write it as Gradescope's results.json", _gradescope),
}
Paths = Mapping[str, Path]  # by format


def check(paths: Paths, submission: Submission) -> None:
    """Refuse reports that would replace what is graded or one another, or make folders.

    Raises:
        BadInput: a path can't be used; nothing was written.
    """
    taken = {_place(submission.path(name)) for name in (*FILES, submission.agent)}
    for name, path in paths.items():
        if not path.parent.is_dir():
            raise BadInput(f"--{name}", expected="a file in a folder that exists", got=str(path))
        if _place(path) in taken or path.suffix == ".py":
            raise BadInput(f"--{name}", expected="a file of its own for the report", got=str(path))
        taken.add(_place(path))


def write(report: Report, title: str, paths: Paths) -> None:
    """Write a report in each format that has a path; all are made before any is written.

    Raises:
        BadInput: one can't be written, and those after it are as they were.
    """
    texts = {path: FORMATS[name].made(report, title) for name, path in paths.items()}
    for path, text in texts.items():
        workspace.write(path, text)


def _place(path: Path) -> str:
    """Return where a path leads, alike for names that some file systems take for one."""
    return str(path.resolve()).casefold()


def _document(document: object) -> str:
    return json.dumps(document, indent=1) + "\n"
