"""What the grader's command lines share: how they refuse arguments, and how they print."""

import argparse
import sys
from typing import NoReturn

from grader.showing import visible
from grader.verdicts import USAGE


class Parser(argparse.ArgumentParser):
    """Ends with `USAGE` where a command is wrong: argparse's own code means NOT GRADABLE here."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how the command is used."""
        self.exit(USAGE, f"{self.prog}: {message}\n{self.format_usage()}")


def show(report: str) -> None:
    """Print a report. A terminal that can't show a character, or is gone, costs no verdict."""
    if sys.stdout is None:
        return
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(
            visible(report).encode(encoding, "backslashreplace").decode(encoding) + "\n"
        )
        sys.stdout.flush()
    except OSError:
        sys.stdout = None  # nor may its closing at the end
