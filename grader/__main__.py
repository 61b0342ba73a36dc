"""`python -m grader [PATH]`: judge an agent folder, or one agent's file."""

import argparse
import json
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from grader.context import Context
from grader.grading import WORDS, grade
from grader.submission import Submission, find
from grader.text import text
from grader.verdicts import EXIT_CODES, USAGE, Report, Verdict
from voicekit import workspace
from voicekit.errors import BadInput


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\n{self.format_usage()}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    options = _options(arguments)
    try:
        submission = _submission(options.path)
        _write(options.json, _unfinished())
    except BadInput as bad:
        print(f"grader: {bad}", file=sys.stderr)
        return USAGE
    try:
        report = grade(Context(submission, seed=options.seed), options.only)
        _write(options.json, report.as_json())
    except Exception:
        # Ours, whatever it is: the learner must see that, and the file must say so.
        traceback.print_exc()
        _write(options.json, _unfinished(traceback.format_exc()))
        print(f"{Verdict.GRADER_ERROR}: this is no fault of the agent.", file=sys.stderr)
        return EXIT_CODES[Verdict.GRADER_ERROR]
    _print(text(report, f"Graded: {submission.path(submission.agent)}"))
    return EXIT_CODES[report.verdict]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser("python -m grader", description=__doc__)
    parser.add_argument(
        "path", nargs="?", type=Path, help="the folder that holds agent.py, or that file"
    )
    parser.add_argument(
        "--only", type=_words, default=list(WORDS), metavar="WORD[,WORD…]", help=", ".join(WORDS)
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--seed", type=int, default=0, help="of the shuffled run (default 0)")
    return parser.parse_args(arguments)


def _words(value: str) -> list[str]:
    words = list(WORDS) if value == "all" else value.split(",")
    for word in words:
        if word not in WORDS:
            known = ", ".join(WORDS)
            raise argparse.ArgumentTypeError(f"expected some of {known}, or all; got {word!r}")
    return words


def _submission(path: Path | None) -> Submission:
    if path is not None:
        return find(path)
    folder = workspace.agent_folder()
    return find(folder) if folder.exists() else Submission(folder)


def _unfinished(why: str = "") -> dict[str, Any]:
    """Return the report of a run that did not come to its end."""
    report = Report(advice=[why] if why else ["the run did not come to its end"])
    return report.as_json()


def _write(path: Path | None, document: dict[str, Any]) -> None:
    if path is not None:
        workspace.write(path, json.dumps(document, indent=1) + "\n")


def _print(report: str) -> None:
    # A terminal that can't show a character must not cost the report.
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(report.encode(encoding, "backslashreplace").decode(encoding) + "\n")


if __name__ == "__main__":
    sys.exit(main())
