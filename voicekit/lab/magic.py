"""The magic `%%agent NAME`: the cell's body becomes that region of agent.py, and is judged."""

import argparse
import shlex
from typing import Any, NoReturn

from voicekit import lab, workspace
from voicekit.errors import BadInput
from voicekit.lab import checking, page
from voicekit.lab.exercises import exercise
from voicekit.lab.findings import Findings
from voicekit.lab.writing import Book, HandEdited

SHOWN_LINES = 20


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput("%%agent", expected="%%agent NAME [--file FILE] [--replace]", got=message)


def agent(line: str, cell: str) -> Findings:
    """Write a cell's body into a region, show what changed, and judge the exercise."""
    parser = _Parser("%%agent", add_help=False)
    parser.add_argument("name")
    parser.add_argument("--file", default="agent.py")
    parser.add_argument("--replace", action="store_true")
    options = parser.parse_args(shlex.split(line))
    one = exercise(options.name)
    if one.file != options.file:
        raise BadInput(one.name, expected=f"--file {one.file}", got=options.file)
    folder = workspace.agent_folder()
    try:
        changed = Book(folder).write(one, cell, options.replace)
        print(_shown(changed) if changed else f"{one.file} is unchanged.")
    except HandEdited as kept:  # no error: Run All goes on, and judges what is in the file
        print(f"You edited {one.name} in {one.file} by hand: that was kept. This cell would change")
        print(f"{_shown(kept.changes)}\nTo take the cell's text: %%agent {one.name} --replace")
    return checking.judge(one, folder)


def register(shell: Any) -> None:
    """Add the magic to an IPython session, and the lab's functions as names.

    From now on, verdicts on its page say when what they judged has changed.
    """
    shell.register_magic_function(agent, "cell", "agent")
    page.open_page(shell)
    shell.push({name: getattr(lab, name) for name in lab.__all__ if name.islower()})


def _shown(changed: str) -> str:
    lines = changed.splitlines()
    more = [f"… lines left out: {len(lines) - SHOWN_LINES}"] if len(lines) > SHOWN_LINES else []
    return "\n".join([*lines[:SHOWN_LINES], *more])
