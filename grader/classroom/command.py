"""Grade a class: `python -m grader class SUBMISSIONS --out DIR`.

SUBMISSIONS is a folder, or one zip of all, as a learning platform exports it. The same command
again goes on where it was stopped. Exit codes: 0 all were graded, whatever the grades; 3 some could
not be, which is the grader's fault; 64 usage; 130 stopped by Ctrl-C.
"""

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from grader.classroom.dispatch import Mismatch
from grader.classroom.intake import Intake, gather
from grader.classroom.ledger import lab
from grader.classroom.local import Local, Pool
from grader.classroom.parcel import Options
from grader.classroom.progress import Progress
from grader.classroom.running import Class, reserved
from grader.classroom.tree import Tree, open_tree
from grader.classroom.words import tell
from grader.console import STOPPED, Parser, positive, show, words
from grader.feedback import LEVELS
from grader.grading import WORDS
from grader.showing import visible
from grader.verdicts import EXIT_CODES, USAGE, Verdict
from voicekit import checksums
from voicekit.clock import SystemClock
from voicekit.errors import BadInput


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    options = _options(arguments)
    try:
        _check_apart(options.submissions, options.out)
        tree = open_tree(options.submissions)
        with reserved(options.out):
            intake = _gathered(tree, options.submissions)
            return _graded(Class(tree, intake, options.out, _graded_by(options)), options)
    except (BadInput, Mismatch) as bad:
        print(f"grader: {bad}", file=sys.stderr)
        return USAGE
    except Exception:  # ours, whatever it is; what is done stays
        traceback.print_exc()
        print(f"{Verdict.GRADER_ERROR}: {tell('goes on')}", file=sys.stderr)
        return EXIT_CODES[Verdict.GRADER_ERROR]


def _gathered(tree: Tree, path: Path) -> Intake:
    intake = gather(tree)
    if not intake.submissions:
        expected = "at least one agent.py, zip or other .py file in it"
        raise BadInput(str(path), expected=expected, got="none")
    return intake


def _graded(course: Class, options: argparse.Namespace) -> int:
    for line in checksums.advice():
        print(f"grader: {line}", file=sys.stderr)
    course.begin(options.seed)
    show(_opening(course))
    total, left = len(course.intake.submissions), len(course.left)
    failed = 0
    if left:
        pool = _pool(options)
        stream = None if options.quiet or not sys.stderr.isatty() else sys.stderr
        progress = Progress(stream, SystemClock(), total, total - left)
        try:
            failed = course.grade(pool, progress, _note)
        except KeyboardInterrupt:
            print(tell("stopped", done=progress.done, total=total), file=sys.stderr)
            return STOPPED
    show("\n" + course.finish().rstrip())
    return EXIT_CODES[Verdict.GRADER_ERROR] if failed else 0


def _note(text: str) -> None:
    print(visible(text), file=sys.stderr)


def _pool(options: argparse.Namespace) -> Pool:
    if options.scheduler:
        from grader.classroom.scheduler import Dask  # needs packages that grading does without

        return Dask(options.scheduler, lab())
    return Local(options.workers)


def _opening(course: Class) -> str:
    """Say what is reused, and what is graded and why."""
    lines = [tell("seed", seed=course.options["seed"])]
    lines += [tell(f"why {why}", count=count) for why, count in sorted(course.why.items())]
    if course.gone:
        lines.append(tell("gone", count=len(course.gone), names=", ".join(course.gone[:5])))
    return "\n".join(lines)


def _graded_by(options: argparse.Namespace) -> Options:
    only = [word for word in WORDS if word in options.only]  # in whatever order they were named
    return Options(seed=0, only=only, feedback=options.feedback, lab=lab())


def _check_apart(submissions: Path, out: Path) -> None:
    """Refuse a folder for results that lies among what is graded."""
    if out.resolve().is_relative_to(submissions.resolve()):
        raise BadInput("--out", expected=f"a folder outside {submissions}", got=str(out))


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser("python -m grader class", description=__doc__)
    parser.add_argument("submissions", type=Path, help="a folder of submissions, or one zip of all")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="for all results")
    parser.add_argument("--seed", type=int, help="instead of one that follows from the submissions")
    parser.add_argument(
        "--only", type=words, default=list(WORDS), metavar="WORD[,WORD…]", help=", ".join(WORDS)
    )
    parser.add_argument(
        "--feedback", choices=LEVELS, default="full", help="; ".join(map(": ".join, LEVELS.items()))
    )
    parser.add_argument(
        "--workers",
        type=positive,
        default=0,
        metavar="N",
        help="graded at once (default: 1.5 a core, and 1)",
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="grade on a Dask cluster")
    parser.add_argument("--quiet", action="store_true", help="no progress bar on a terminal")
    return parser.parse_args(arguments)
