"""Tells in a sentence what an agent raised, and on which line of its own."""

import linecache
import sysconfig
import traceback
from pathlib import Path

import voicekit

# A learner looks for the mistake in no file that came with Python, a package, or the lab.
_NOT_OURS = [Path(voicekit.__file__).parent]
_NOT_OURS += [Path(sysconfig.get_path(kind)) for kind in ("stdlib", "purelib", "platlib")]


def in_a_sentence(error: BaseException) -> str:
    """Return what was raised, and where in the agent's own code."""
    said = str(error).strip()
    what = f"The agent raised {type(error).__name__}" + (f": {said}" if said else "")
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(frame)]
    return f"{what.rstrip('.')}. {_place(own[-1])}" if own else f"{what.rstrip('.')}."


def _is_own(frame: traceback.FrameSummary) -> bool:
    file = Path(frame.filename)
    return not any(file.is_relative_to(folder) for folder in _NOT_OURS)


def _place(frame: traceback.FrameSummary) -> str:
    file = Path(frame.filename)
    name = file.name if file.exists() else "your cell"
    line = linecache.getline(frame.filename, frame.lineno or 0).strip()
    return f"That was in {name}, line {frame.lineno}, in {frame.name}: {line}"
