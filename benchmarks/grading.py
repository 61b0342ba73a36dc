"""Print what grading one agent costs in processor time, beside other ways to run the same nine.

Processor time is user and system time of the command and all that it starts: other work on the
machine disturbs it less than a clock. The ways are run in turn, several times over.

    grader          the nine printed, the nine varied, and the shuffled run, sandboxed
    grader_printed  without the varied ones
    pytest          the nine in one process, unprotected; with the plugins that are installed here
    pytest_bare     the same without any plugin
    nbgrader        the nine as test cells of a notebook, autograded
    otter           the nine as Otter's tests of a notebook

The last two only with --peers, which installs them into environments of their own; that needs the
network. `--peers FOLDER` keeps the environments there for another time.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path
from statistics import median

from nine.peers import peers
from nine.ways import ours

ROUNDS = 5


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", nargs="?", const="", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        ways = ours(room)
        if options.peers is not None:
            ways |= peers(room, Path(options.peers or room / "environments").resolve())
        taken: dict[str, list[float]] = {name: [] for name in ways}
        for number in range(options.rounds + 1):
            for name, way in ways.items():
                seconds = way.seconds()
                if number:  # the first round fills the caches of all
                    taken[name].append(seconds)
    medians = {name: median(times) for name, times in taken.items()}
    line = {"benchmark": "grading", "unit": "s of processor time", "rounds": options.rounds}
    line |= {name: round(seconds, 2) for name, seconds in medians.items()}
    ratios = {name: round(seconds / medians["grader"], 2) for name, seconds in medians.items()}
    print(json.dumps({**line, "to_grader": ratios, "cores": os.cpu_count()}))


if __name__ == "__main__":
    main()
