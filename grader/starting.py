"""The best way that this system has of starting learner processes."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from grader.forking import Zygote
from grader.processes import Child
from grader.spawning import Spawner
from grader.wire import Message


class Processes(Protocol):
    """Whatever can start a learner's process."""

    walls: Sequence[str]  # protections that all its processes have

    def start(self, job: Message) -> Child:
        """Start a process that does the job (see `grader.child`)."""

    def close(self) -> None:
        """End everything that was started."""


def processes(preload: Sequence[str], room: Path, world: int = 1) -> Processes:
    """Return the best way this system has of starting learner processes."""
    kind = Zygote if sys.platform == "linux" else Spawner
    return kind(preload, room, world)
