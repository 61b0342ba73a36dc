"""`python -m voicekit.lab`: the lab's commands without a notebook, and `up`, which opens it."""

import argparse
import importlib.util
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from voicekit import lab, workspace
from voicekit.errors import BadInput
from voicekit.lab import home, opening, restoring
from voicekit.lab.progress import remarks

USAGE = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code: 0 done or passed, 1 not passed, 64 bad input."""
    options = _options(arguments)
    try:
        return int(options.run(options))
    except BadInput as bad:
        print(f"voicekit.lab: {bad}", file=sys.stderr)
        return USAGE


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m voicekit.lab", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    up = commands.add_parser("up", help="fill your folder and open JupyterLab")
    up.add_argument("--port", type=int, help="by default any that is free")
    up.add_argument("--no-browser", action="store_true", help="print the address instead")
    up.add_argument(
        "--fill-only", action="store_true", help="bring your folder up to date, no more"
    )
    up.set_defaults(run=_up)
    commands.add_parser("progress", help="every exercise and its verdict").set_defaults(
        run=_progress
    )
    for name, run, text in (
        ("check", _check, "judge an exercise"),
        ("hint", _hint, "a hint for an exercise"),
        ("solution", _doing(lab.solution), "its solution, and why"),
        ("reset", _doing(lab.reset), "blank it again; a backup is kept"),
        ("catch_up", _doing(lab.catch_up), "fill in what comes before it"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("name", help="the exercise")
        command.set_defaults(run=run)
        if name == "hint":
            command.add_argument("number", type=int, nargs="?", default=1)
    undo = commands.add_parser("undo", help="put a file back to what it was")
    undo.add_argument("file", nargs="?", default="agent.py")
    undo.set_defaults(run=_undo)
    restore = commands.add_parser("restore", help="bring the given cells of a notebook back")
    restore.add_argument("notebook", help="such as 03_booking_confirm; your work in it stays")
    restore.set_defaults(run=_restore)
    return parser.parse_args(arguments)


def _doing(function: Callable[[str], None]) -> Callable[[argparse.Namespace], int]:
    def run(options: argparse.Namespace) -> int:
        function(options.name)
        return 0

    return run


def _undo(options: argparse.Namespace) -> int:
    lab.undo(options.file)
    return 0


def _restore(options: argparse.Namespace) -> int:
    for line in restoring.restore(options.notebook, workspace.voice_home() / "notebooks"):
        print(line)
    return 0


def _check(options: argparse.Namespace) -> int:
    found = lab.check(options.name)
    print(found)
    return 0 if found.passed else 1


def _hint(options: argparse.Namespace) -> int:
    lab.hint(options.name, options.number)
    return 0


def _progress(_: argparse.Namespace) -> int:
    found = lab.progress()
    print(found)
    return 0 if found.next is None else 1


def _up(options: argparse.Namespace) -> int:
    folder = workspace.voice_home()
    if address := opening.running(folder):
        print(f"The lab is open already: {address}")
        return 0
    with opening.alone(folder):  # until it is closed: a second one is told
        for line in [*home.fill(folder), *remarks(folder)]:
            print(line)
        return 0 if options.fill_only else _open(folder, options)


def _open(folder: Path, options: argparse.Namespace) -> int:
    if importlib.util.find_spec("jupyterlab") is None:
        raise BadInput("JupyterLab", expected="it installed", got="none", next_step="make lab")
    if options.port is not None:
        _must_be_free(options.port)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # JupyterLab ends with us
    return opening.open_lab(folder, options.port, not options.no_browser)


def _must_be_free(port: int) -> None:
    if not 0 < port < 65536:
        raise BadInput("port", expected="a number from 1 to 65535", got=port)
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", port)) == 0:
            raise BadInput(
                "port", expected="one that is free", got=port, next_step="Leave --port out."
            )


if __name__ == "__main__":
    sys.exit(main())
