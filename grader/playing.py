"""Plays the scenarios with a submission: each in a fresh process, then all in one, shuffled."""

import random
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from grader.conversation import Conversation
from grader.limits import Limits
from grader.played import Played
from grader.processes import Child, Gone
from grader.starting import Processes, processes
from grader.submission import Submission
from voicekit.clock import Clock, SystemClock
from voicekit.scenarios import Scenario

PRELOAD = ["grader.dialogue", "voicekit.nlu"]
KEPT_CHARACTERS = 16_000


@dataclass
class Results:
    """The scenarios as they went."""

    fresh: list[Played] = field(default_factory=list)  # in the order of the scenarios
    shared: list[Played] = field(default_factory=list)  # in the shuffled order they were played in
    output: str = ""
    protections: list[str] = field(default_factory=list)


class Player:
    """Plays scenarios with one submission's agent."""

    def __init__(
        self, submission: Submission, limits: Limits, clock: Clock, starter: type | None = None
    ) -> None:
        self._submission = submission
        self._limits = limits
        self._clock = clock
        self._end_s = clock.monotonic() + limits.run_s
        self._room = Path(tempfile.mkdtemp(prefix="voice-grader-"))
        self._start = starter or processes
        self._processes: Processes | None = None
        self._outputs: list[str] = []
        self._count = 0
        self.limits_in_force: list[str] = []

    def play(self, label: str, scenarios: Sequence[Scenario]) -> list[Played]:
        """Play some scenarios in one fresh process, and note what it printed under `label`."""
        if self._clock.monotonic() >= self._end_s:
            return [Played(scenario, trouble={"kind": "late"}) for scenario in scenarios]
        child = self._child()
        try:
            conversation = Conversation(child, self._limits, self._clock, self._end_s)
            self.limits_in_force = conversation.limits_in_force or self.limits_in_force
            return [conversation.play(scenario) for scenario in scenarios]
        finally:
            if printed := child.close():
                # Without our own paths: two runs of the grader say the same.
                printed = printed.replace(str(self._room / str(self._count)), "~").rstrip()
                self._outputs.append(f"[{label}]\n{printed}\n")

    def output(self) -> str:
        """Return what all the processes printed, cut to a bearable length."""
        text = "".join(self._outputs)
        if len(text) > KEPT_CHARACTERS:
            lost = len(text) - KEPT_CHARACTERS
            text = f"{text[:KEPT_CHARACTERS]}\n[… {lost} characters left out …]\n"
        return text

    def close(self) -> None:
        """End all processes and remove every copy."""
        if self._processes:
            self._processes.close()
        shutil.rmtree(self._room, ignore_errors=True)

    def _child(self) -> Child:
        self._count += 1
        folder = self._room / str(self._count) / "voice" / "agent"
        self._submission.copy(folder)
        job = {
            "folder": str(folder),
            "file": self._submission.agent,
            "serve": "grader.dialogue",
            "limits": asdict(self._limits),
        }
        for _ in range(2):  # a learner's process may have ended the one that forks
            if self._processes is None:
                self._processes = self._start(self._preload(), self._room)
            try:
                return self._processes.start(job)
            except (Gone, OSError):
                self._processes.close()
                self._processes = None
        raise RuntimeError("no process can be started for the learner's code")

    def _preload(self) -> list[str]:
        # Known to be slow to import and harmless: learner code itself is never loaded ahead.
        source = self._submission.path(self._submission.agent).read_bytes()
        return [*PRELOAD, *(["transitions"] if b"transitions" in source else [])]


def play_all(
    submission: Submission,
    scenarios: Sequence[Scenario],
    seed: int = 0,
    limits: Limits | None = None,
    clock: Clock | None = None,
    starter: type | None = None,
) -> Results:
    """Play every scenario in a process of its own; then those that went well in one, shuffled.

    Where the file can't even be imported the first scenario tells for all.
    """
    player = Player(submission, limits or Limits(), clock or SystemClock(), starter)
    results = Results()
    try:
        for scenario in scenarios:
            first = results.fresh[0] if results.fresh else None
            if first and first.trouble_before_dialogue:
                results.fresh.append(replace(first, scenario=scenario))
            else:
                results.fresh += player.play(scenario.name, [scenario])
        well = [played.scenario for played in results.fresh if not played.trouble]
        random.Random(seed).shuffle(well)
        results.shared = player.play("all, shuffled", well) if well else []
    finally:
        player.close()
    results.output = player.output()
    results.protections = ["own process per scenario", *player.limits_in_force]
    return results
