"""The learner's process, from its birth to the learner's code: limits, folder, import.

It is told what to do by a job: {"source", "homes", "file", "serve", "limits", "world"}, and
"compiled" if the file is compiled already. What it answers once learner code has run, the grader
checks again.
"""

import binascii
import importlib.util
import marshal
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from grader import chance, limits
from grader.limits import Limits
from grader.plain import describe
from grader.sandbox.walls import Walls
from grader.wire import Channel, Message


class ContractBroken(Exception):
    """The learner's file lacks what the contract asks for. The caller knows: there is no agent."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def redirect(name: str, fd: int) -> None:
    """Make `sys.stdout` or `sys.stderr` write to `fd`, whatever characters it is given."""
    stream = os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def live(channel: Channel, job: Message, walls: Walls | None = None) -> None:
    """Load the learner's file, say how that went, then serve the word's requests until the end."""
    folder = _move_in(Path(job["source"]), Path(job["homes"]))
    protections = _confined(job, walls)
    channel.send({"home": str(folder.parent.parent), "protections": protections})
    chance.settle(job["world"])
    try:
        module = load(folder / job["file"], channel, job.get("compiled"))
    except BaseException as error:  # an import may raise anything, SystemExit too
        channel.send({"trouble": trouble(error, folder)})
        return
    channel.send({"loaded": True})
    serve = importlib.import_module(job["serve"]).serve
    serve(channel, module, folder, job["limits"]["settle_s"])


def load(path: Path, channel: Channel, compiled: str | None) -> ModuleType:
    """Run the learner's file as the module `agent`, its folder last on the search path.

    Last, so that a learner's calendar.py or json.py does not stand in for the library's. What it
    compiles to is sent to the grader, which never looks into it, for the next process.
    """
    sys.path.append(str(path.parent))
    if compiled is None:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        channel.send({"compiled": binascii.b2a_base64(marshal.dumps(code)).decode()})
    else:
        code = marshal.loads(binascii.a2b_base64(compiled))
    spec = importlib.util.spec_from_file_location("agent", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["agent"] = module
    exec(code, module.__dict__)
    return module


def trouble(error: BaseException, folder: Path) -> dict[str, Any]:
    """Return what went wrong in learner code, in words the grader can choose a message by."""
    told = describe(error, folder)
    if isinstance(error, SyntaxError):
        told |= {
            "kind": "syntax",
            "line": error.lineno,
            "column": error.offset,
            "code": (error.text or "").strip()[:200],
        }
        told["text"] = str(error.msg)
    elif isinstance(error, NotImplementedError):
        told |= {"kind": "not_written", "exercise": told["text"].split(":")[0]}
    elif isinstance(error, SystemExit):
        told["kind"] = "exits"
    elif isinstance(error, MemoryError):
        told["kind"] = "memory"
    elif isinstance(error, ContractBroken):
        told["kind"] = error.kind
    else:
        told["kind"] = "raised"
    return told


def _move_in(source: Path, homes: Path) -> Path:
    """Make a home with a copy of the submission at HOME/voice/agent, as on the learner's machine.

    Its name tells learner code nothing: it is the same in each process, or random.
    """
    home = homes / "home"
    try:
        home.mkdir(0o700)
    except FileExistsError:  # what another process left behind, and may still use
        home = Path(tempfile.mkdtemp(dir=homes))
    folder = home / "voice" / "agent"
    shutil.copytree(source, folder, copy_function=shutil.copyfile)
    os.environ.pop("PYTHONHASHSEED", None)  # it has had its effect
    os.environ.update(HOME=str(home), VOICE_HOME=str(folder.parent), TMPDIR=str(home))
    sys.argv = [str(folder / "agent.py")]
    tempfile.tempdir = None
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return folder


def _confined(job: Message, walls: Walls | None) -> list[str]:
    """Put up the walls that this system has; return their names. They can't be taken down."""
    bounds = limits.confine(Limits(**job["limits"]))
    names = [f"limits: {', '.join(bounds)}"] if bounds else []
    return [*walls.confine(), *names] if walls else names
