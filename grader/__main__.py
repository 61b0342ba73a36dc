"""`python -m grader [PATH]`: judge an agent folder, or one agent's file."""

import argparse
import contextlib
import json
import random
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from grader.console import Parser, show
from grader.context import Context
from grader.grading import WORDS, grade
from grader.spawning import Spawner
from grader.submission import FILES, Submission, check_file, find
from grader.text import text
from grader.verdicts import EXIT_CODES, USAGE, Report, Verdict
from voicekit import checksums, workspace
from voicekit.errors import BadInput
from voicekit.scenarios import load

STOPPED = 130
SEEDS = 10**6  # drawn by chance, so that nobody can write an agent for the varied scenarios


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["explore"]:  # a folder of that name is ./explore
        from grader.explore import command  # a search needs more than grading does

        return command.main(given[1:])
    options = _options(given)
    try:
        submission = _submission(options.path)
        scenarios = load(options.scenarios) if options.scenarios else load()
        _check_target(options.json, submission)
        _write(options.json, _unfinished())
    except (BadInput, OSError) as bad:
        print(f"grader: {bad}", file=sys.stderr)
        return USAGE
    seed = random.SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
    try:
        starter = Spawner if options.spawn else None
        title = _title(submission)
        context = Context(submission, seed=seed, starter=starter, scenarios=scenarios)
        report = grade(context, ["booking"] if options.scenarios else options.only)
        report.advice += checksums.advice()
        _write(options.json, report.as_json())
    except Exception:
        return _crashed(options.json)
    show(text(report, title))
    return EXIT_CODES[report.verdict]


def _title(submission: Submission) -> str:
    """Name what is graded, and which version of it: verdicts of another one are about another."""
    path = submission.path(submission.agent)
    mark = None if check_file(path, submission.folder) else checksums.short(path)
    return f"Graded: {path} (sha256 {mark})" if mark else f"Graded: {path}"


def _crashed(path: Path | None) -> int:
    """Say that the fault is ours, whatever it is, to the learner and in the file."""
    traceback.print_exc()
    with contextlib.suppress(BadInput, OSError):  # the disk may be full
        _write(path, _unfinished(traceback.format_exc()))
    print(f"{Verdict.GRADER_ERROR}: this is no fault of the agent.", file=sys.stderr)
    return EXIT_CODES[Verdict.GRADER_ERROR]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser("python -m grader", description=__doc__)
    parser.add_argument(
        "path", nargs="?", type=Path, help="the folder that holds agent.py, or that file"
    )
    parser.add_argument(
        "--only", type=_words, default=list(WORDS), metavar="WORD[,WORD…]", help=", ".join(WORDS)
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument(
        "--scenarios", type=Path, metavar="FILE", help="play these instead of the nine, no others"
    )
    parser.add_argument("--seed", type=int, help="repeat the varied scenarios of another run")
    parser.add_argument(
        "--spawn", action="store_true", help="no sandbox, only limits: as on macOS and Windows"
    )
    return parser.parse_args(arguments)


def _words(value: str) -> list[str]:
    words = list(WORDS) if value == "all" else list(dict.fromkeys(value.split(",")))
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


def _check_target(path: Path | None, submission: Submission) -> None:
    """Refuse a report that would take the place of what is graded, or make folders."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise BadInput("--json", expected="a file in a folder that exists", got=str(path))
    theirs = [submission.path(name).resolve() for name in (*FILES, submission.agent)]
    if path.resolve() in theirs or path.suffix == ".py":
        raise BadInput("--json", expected="a file of its own for the report", got=str(path))


def _unfinished(why: str = "") -> dict[str, Any]:
    """Return the report of a run that did not come to its end."""
    report = Report(advice=[why] if why else ["the run did not come to its end"])
    return report.as_json()


def _write(path: Path | None, document: dict[str, Any]) -> None:
    if path is not None:
        workspace.write(path, json.dumps(document, indent=1) + "\n")


def _stopped(*_: object) -> NoReturn:
    """Leave as by Ctrl-C, so that processes are ended and copies removed on the way."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stopped)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("grader: stopped; nothing was judged to its end", file=sys.stderr)
        sys.exit(STOPPED)
