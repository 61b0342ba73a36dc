"""The command line of the search: `python -m grader explore [PATH]`.

Exit codes: 0 nothing found; 1 a dialogue that breaks the agent, or no finished agent; 2 not
gradable; 3 the grader's own fault; 64 usage.
"""

import argparse
import json
import math
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from grader.console import Parser, positive, show
from grader.context import Context
from grader.explore import text
from grader.explore.crew import Crew, Workers
from grader.explore.finding import Counterexample, confirmed
from grader.explore.search import Explored, explore
from grader.explore.words import tell
from grader.limits import Limits
from grader.player import Player
from grader.submission import Submission, find
from grader.trouble import before_dialogue
from grader.verdicts import EXIT_CODES, USAGE, Verdict
from voicekit import workspace
from voicekit.clock import Clock, SystemClock
from voicekit.errors import BadInput

DEPTH, SECONDS = 5, 100.0
LIMITS = replace(Limits(), run_s=math.inf)  # the search itself has a limit


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    options = _options(arguments)
    try:
        submission = find(options.path or workspace.agent_folder())
        _check_target(options.json)
    except (BadInput, OSError) as bad:
        print(f"grader: {bad}", file=sys.stderr)
        return USAGE
    if reason := Context(submission).unusable:
        return _refused(*reason)
    try:
        return _explored(submission, options, SystemClock())
    except Exception:  # ours, whatever it is
        traceback.print_exc()
        print(f"{Verdict.GRADER_ERROR}: this is no fault of the agent.", file=sys.stderr)
        return EXIT_CODES[Verdict.GRADER_ERROR]


def _check_target(path: Path | None) -> None:
    if path and (path.suffix == ".py" or not path.parent.is_dir()):
        expected = "a file of its own, in a folder that exists"
        raise BadInput("--json", expected=expected, got=str(path))


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser("python -m grader explore", description=__doc__)
    parser.add_argument(
        "path", nargs="?", type=Path, help="the folder that holds agent.py, or that file"
    )
    parser.add_argument(
        "--depth", type=positive, default=DEPTH, help="turns at most (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=positive, default=SECONDS, help="time at most (default: %(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what is found as JSON")
    parser.add_argument("--quiet", action="store_true", help="no progress bar on a terminal")
    return parser.parse_args(arguments)


def _explored(submission: Submission, options: argparse.Namespace, clock: Clock) -> int:
    player = Player(submission, LIMITS, clock)
    try:
        crew = Workers(submission, LIMITS)
        shown = None if options.quiet or not sys.stderr.isatty() else sys.stderr
        explored = searched(crew, clock, options, shown)
        if explored.trouble:
            return _unplayable(explored, submission)
        example = example_of(explored, player)
    finally:
        player.close()
    if options.json:
        document = text.document(explored, example)
        workspace.write(options.json, json.dumps(document, indent=1) + "\n")
    show(text.report(explored, example, submission.path(submission.agent)))
    return EXIT_CODES[Verdict.FAILED if example else Verdict.PASSED]


def searched(
    crew: Crew, clock: Clock, options: argparse.Namespace, shown: TextIO | None
) -> Explored:
    """Search, show how far it is, and end all processes."""
    try:
        return explore(crew, clock, options.depth, options.seconds, text.progress(shown))
    finally:
        crew.close()
        if shown:
            print("\r" + " " * text.WIDTH, end="\r", file=shown)


def example_of(explored: Explored, player: Player) -> Counterexample | None:
    """Return what was found, as it is when it is played in a process of its own."""
    if explored.found is None:
        return None
    return confirmed(explored.found, lambda scenario: player.play("explored", [scenario])[0])


def _unplayable(explored: Explored, submission: Submission) -> int:
    trouble = explored.trouble or {}
    if trouble["kind"] == "not_written":
        name = str(trouble.get("exercise") or tell("agent.py"))
        show(tell("not attempted", name=name))
        return EXIT_CODES[Verdict.NOT_ATTEMPTED]
    return _refused(*before_dialogue(trouble, submission.agent, LIMITS, explored.imported))


def _refused(verdict: Verdict, reason: str) -> int:
    show(f"{verdict}: {reason}")
    return EXIT_CODES[verdict]
