"""What the grader's command lines share: how they refuse arguments, and how they print."""

import argparse
import shutil
import sys
from typing import NoReturn

from grader.grading import WORDS
from grader.reports.text import WIDTH
from grader.showing import visible
from grader.verdicts import USAGE

NARROWEST = 40  # columns
STOPPED = 130  # the exit code after Ctrl-C


class Parser(argparse.ArgumentParser):
    """Ends with `USAGE` where a command is wrong: argparse's own code means NOT GRADABLE here."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how the command is used."""
        self.exit(USAGE, f"{self.prog}: {message}\n{self.format_usage()}")


def words(value: str) -> list[str]:
    """Return the words that --only names."""
    named = list(WORDS) if value == "all" else list(dict.fromkeys(value.split(",")))
    for word in named:
        if word not in WORDS:
            known = ", ".join(WORDS)
            raise argparse.ArgumentTypeError(f"expected some of {known}, or all; got {word!r}")
    return named


def positive(value: str) -> int:
    """Return a whole number from 1."""
    number = int(value) if value.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {value}")
    return number


def width() -> int:
    """Return how wide a report may be, in columns: as the terminal is, from 40 to `WIDTH`.

    Where there is no terminal it is `WIDTH`, so that what is stored stays the same.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size().columns))


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
