"""`python -m grader [PATH]`: judge an agent folder, or one agent's file."""

import argparse
import contextlib
import random
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from grader.console import STOPPED, Parser, show, width, words
from grader.context import Context
from grader.feedback import LEVELS, reduced
from grader.grading import WORDS, grade
from grader.reports import files
from grader.reports.text import text
from grader.spawning import Spawner
from grader.submission import Submission, check_file, find
from grader.verdicts import EXIT_CODES, USAGE, Verdict, unfinished
from voicekit import checksums, workspace
from voicekit.errors import BadInput
from voicekit.scenarios import load

SEEDS = 10**6  # drawn by chance, so that nobody can write an agent for the varied scenarios


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["explore"]:  # a folder of that name is ./explore
        from grader.explore import command  # a search needs more than grading does

        return command.main(given[1:])
    if given[:1] == ["class"]:
        from grader.classroom import command as class_command

        return class_command.main(given[1:])
    options = _options(given)
    paths = {name: path for name in files.FORMATS if (path := getattr(options, name))}
    try:
        submission = _submission(options.path)
        title = _title(submission)
        scenarios = load(options.scenarios) if options.scenarios else load()
        files.check(paths, submission)
        files.write(reduced(unfinished(), options.feedback), title, paths)
    except (BadInput, OSError) as bad:
        print(f"grader: {bad}", file=sys.stderr)
        return USAGE
    seed = random.SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
    try:
        starter = Spawner if options.spawn else None
        context = Context(submission, seed=seed, starter=starter, scenarios=scenarios)
        report = grade(context, ["booking"] if options.scenarios else options.only)
        report = reduced(report, options.feedback)
        report.advice += checksums.advice()  # of the lab, not of the learner: on every level
        files.write(report, title, paths)
    except Exception:
        return _crashed(title, paths, options.feedback)
    show(text(report, title, width()))
    return EXIT_CODES[report.verdict]


def _title(submission: Submission) -> str:
    """Name what is graded, and which version of it: verdicts of another one are about another."""
    path = submission.path(submission.agent)
    mark = None if check_file(path, submission.folder) else checksums.short(path)
    return f"Graded: {path} (sha256 {mark})" if mark else f"Graded: {path}"


def _crashed(title: str, paths: files.Paths, level: str) -> int:
    """Say that the fault is ours, whatever it is, to the learner and in every file."""
    traceback.print_exc()
    report = reduced(unfinished(traceback.format_exc()), level)
    for name, path in paths.items():
        with contextlib.suppress(Exception):  # the disk may be full; the others may be written
            files.write(report, title, {name: path})
    print(f"{Verdict.GRADER_ERROR}: this is no fault of the agent.", file=sys.stderr)
    return EXIT_CODES[Verdict.GRADER_ERROR]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser("python -m grader", description=__doc__)
    parser.add_argument(
        "path", nargs="?", type=Path, help="the folder that holds agent.py, or that file"
    )
    parser.add_argument(
        "--only", type=words, default=list(WORDS), metavar="WORD[,WORD…]", help=", ".join(WORDS)
    )
    for name, one in files.FORMATS.items():
        parser.add_argument(f"--{name}", type=Path, metavar="FILE", help=one.help)
    parser.add_argument(
        "--feedback", choices=LEVELS, default="full", help="; ".join(map(": ".join, LEVELS.items()))
    )
    parser.add_argument(
        "--scenarios", type=Path, metavar="FILE", help="play these instead of the nine, no others"
    )
    parser.add_argument("--seed", type=int, help="repeat the varied scenarios of another run")
    parser.add_argument(
        "--spawn", action="store_true", help="no sandbox, only limits: as on macOS and Windows"
    )
    return parser.parse_args(arguments)


def _submission(path: Path | None) -> Submission:
    if path is not None:
        return find(path)
    folder = workspace.agent_folder()
    return find(folder) if folder.exists() else Submission(folder)


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
