"""The lab inside a notebook: write an exercise, check it, ask for a hint, see the solution.

`%load_ext voicekit.lab`, or importing it in a notebook, adds the magic `%%agent`. Everything here
has a twin on the command line: `python -m voicekit.lab check confirm-no`.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from voicekit import workspace
from voicekit.errors import BadInput
from voicekit.lab import checking, shipped
from voicekit.lab.exercises import EXERCISES, exercise
from voicekit.lab.findings import Findings
from voicekit.lab.progress import progress
from voicekit.lab.writing import Book

__all__ = [
    "EXERCISES",
    "Findings",
    "catch_up",
    "check",
    "hint",
    "load_agent",
    "progress",
    "reset",
    "save",
    "solution",
    "undo",
]


def check(name: str) -> Findings:
    """Judge one exercise, and say what to do next."""
    return checking.judge(exercise(name), workspace.agent_folder())


def save(name: str, value: Any) -> Findings:
    """Write an exercise's file from a value, and judge it. `...` is not attempted yet.

    A list becomes one JSON object a line, anything else one JSON document.
    """
    one = exercise(name)
    path = workspace.agent_folder() / one.file
    if value is not ... and value is not None:
        try:
            text = (
                workspace.as_jsonl(value) if isinstance(value, list) else workspace.as_json(value)
            )
        except TypeError as error:  # a class, say, where its name was meant
            expected = "text, numbers, true or false, lists and dicts"
            raise BadInput(one.file, expected=expected, got=str(error)) from None
        if not path.exists() or path.read_text("utf-8") != text:
            workspace.back_up(path, Book(path.parent).stamp())
            workspace.write(path, text)
    return check(name)


def hint(name: str, number: int = 1) -> None:
    """Print a hint: 1 is the mildest."""
    hints = shipped.hints(exercise(name))
    if not 1 <= number <= len(hints):
        raise BadInput("hint", expected=f"1 to {len(hints)}", got=number)
    print(f"Hint {number} of {len(hints)}: {hints[number - 1]}")
    if number < len(hints):
        print(f'The next one: hint("{name}", {number + 1})')


def solution(name: str) -> None:
    """Print what solves an exercise, and why."""
    one = exercise(name)
    print(f"# {one.why}\n{shipped.solution(one)}", end="")


def load_agent(path: Path | None = None) -> ModuleType:
    """Return agent.py as a fresh module: what is in the file now, whatever was loaded before.

    Raises:
        BadInput: there is no agent.py.
        Whatever its import raises.
    """
    path = path or workspace.agent_folder() / "agent.py"
    if not path.exists():
        raise BadInput(str(path), expected="an agent", got="no file", next_step="make lab")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last: a learner's json.py must not hide the library's
    module = ModuleType("agent")
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)  # no stale bytecode
    return module


def catch_up(name: str) -> None:
    """Fill the exercises before this one from the solution, where they are not written yet."""
    one = exercise(name)
    done = Book(workspace.agent_folder()).catch_up(one)
    print(f"Filled in from the solution: {', '.join(done)}." if done else "Nothing to fill in.")


def reset(name: str) -> None:
    """Blank an exercise in its file; a backup keeps what was there."""
    one = exercise(name)
    path = workspace.agent_folder() / one.file
    if one.is_region:
        Book(path.parent).reset(one)
    elif path.exists():
        workspace.back_up(path, Book(path.parent).stamp())
        path.unlink()
    print(f'{name} is blank again. undo("{one.file}") brings back what was there.')


def undo(file: str = "agent.py") -> None:
    """Put a file back to what it was before the lab last changed it."""
    changes, kept = Book(workspace.agent_folder()).undo(file)
    print(f"{file} is again what it was before the lab's last change:\n{changes}")
    print(f"What it was until now is kept: .backup/{kept.name}")


def load_ipython_extension(shell: Any) -> None:
    """Add the magic `%%agent`, and the functions above as names, to an IPython session."""
    from voicekit.lab.magic import register

    register(shell)


def _in_a_notebook() -> Any:
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


if (_shell := _in_a_notebook()) is not None:
    load_ipython_extension(_shell)
