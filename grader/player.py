"""Plays scenarios with a submission's agent, in processes that never see the submission itself."""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from grader.conversation import Conversation
from grader.limits import Limits
from grader.messages import say
from grader.played import Played
from grader.processes import Child, Gone, Silent
from grader.starting import Processes, processes
from grader.submission import Submission, remove
from grader.wire import Garbled
from voicekit.clock import Clock
from voicekit.scenarios import Scenario

OWN_PROCESS = "own process per scenario"
PRELOAD = ["grader.dialogue", "voicekit.nlu"]
KEPT_CHARACTERS = 16_000


class Player:
    """Plays scenarios with one submission's agent, from a copy that is made once.

    Attributes:
        protections: what the processes were kept from and limited in, as they told before any
            learner code ran.
        advice: remarks on the submission as a whole, once it is closed.
    """

    def __init__(
        self, submission: Submission, limits: Limits, clock: Clock, starter: type | None = None
    ) -> None:
        self._submission = submission
        self._limits = limits
        self._clock = clock
        self._end_s = clock.monotonic() + limits.run_s
        self._room = _room()
        try:
            self._before = submission.copy(self._room / "submission")
        except BaseException:  # Ctrl-C, too: nobody else knows of the folder yet
            remove(self._room)
            raise
        self._start = starter or processes
        self._processes: Processes | None = None
        self._home = ""
        self._compiled: str | None = None
        self._world = 1
        self._outputs: list[str] = []
        self._hidden = 0  # characters
        self.protections: list[str] = []
        self.advice: list[str] = []

    def renew(self, world: int) -> None:
        """Go on in another world (see `grader.chance`), with all of the time limit again."""
        self._end_processes()
        self._world = world
        self._end_s = self._clock.monotonic() + self._limits.run_s

    def play(self, label: str, scenarios: Sequence[Scenario], shown: bool = True) -> list[Played]:
        """Play some scenarios in one fresh process.

        What it prints is noted under `label`; where it is not to be shown, only how much it was.
        """
        if self._clock.monotonic() >= self._end_s:
            return [Played(scenario, trouble={"kind": "late"}) for scenario in scenarios]
        child = self.child()
        try:
            conversation = Conversation(child, self._limits, self._clock, self._end_s)
            self._compiled = self._compiled or conversation.compiled
            return [conversation.play(scenario) for scenario in scenarios]
        finally:
            # Without our own paths: two runs of the grader say the same.
            printed = child.close().replace(self._home, "~").rstrip()
            self._hidden += 0 if shown else len(printed)
            if printed and shown:
                self._outputs.append(f"[{label}]\n{printed}\n")

    def child(self) -> Child:
        """Return a fresh process that is about to load the learner's file. The caller closes it.

        Raises:
            RuntimeError: none can be started, and it is no fault of the learner's.
        """
        for _ in range(2):  # a learner's process may have ended the one that forks
            try:
                if self._processes is None:
                    self._processes = self._start(self._preload(), self._room, self._world)
                return self._born(self._processes.start(self._job()))
            except (Gone, Silent, Garbled, OSError):
                self._end_processes()
        raise RuntimeError("no process can be started for the learner's code")

    def output(self) -> str:
        """Return what all the processes printed, cut to a bearable length."""
        text = "".join(self._outputs)
        if len(text) > KEPT_CHARACTERS:
            lost = len(text) - KEPT_CHARACTERS
            text = f"{text[:KEPT_CHARACTERS]}\n[… {lost} characters left out …]\n"
        return text + (say("not shown", count=self._hidden) + "\n" if self._hidden else "")

    def close(self) -> None:
        """End all processes and remove every copy; note what happened to the original."""
        self._end_processes()
        remove(self._room)
        if changed := self._submission.changed_since(self._before):
            self.advice.append(say("changed meanwhile", names=", ".join(changed)))

    def _end_processes(self) -> None:
        if self._processes:
            self._processes.close()
        self._processes = None

    def _job(self) -> dict[str, Any]:
        return {
            "source": str(self._room / "submission"),
            "file": self._submission.agent,
            "serve": "grader.dialogue",
            "limits": asdict(self._limits),
            "compiled": self._compiled,
        }

    def _born(self, child: Child) -> Child:
        """Read what a process says of itself before it reads the learner's file."""
        try:
            with child.deadline(self._limits.import_s):
                told = child.receive()
        except BaseException:
            child.close()
            raise
        self._home = told["home"]
        walls = self._processes.walls if self._processes else ()
        self.protections = [OWN_PROCESS, *walls, *told["protections"]]
        return child

    def _preload(self) -> list[str]:
        # Known to be slow to import and harmless: learner code itself is never loaded ahead.
        source = (self._room / "submission" / self._submission.agent).read_bytes()
        return [*PRELOAD, *(["transitions"] if b"transitions" in source else [])]


def _room() -> Path:
    """Make a folder for a submission's copy, and for homes where no jail has some."""
    room = Path(tempfile.mkdtemp(prefix="voice-grader-"))
    (room / "homes").mkdir()
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # learners' processes get another user
        room.chmod(0o711)
        (room / "homes").chmod(0o1777)
    return room
