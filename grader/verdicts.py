"""Verdicts, the checks they are about, and the report they add up to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from grader.messages import say


class Verdict(StrEnum):
    """What a check came to. Only FAILED speaks of the learner's behaviour."""

    PASSED = "PASSED"
    NOT_ATTEMPTED = "NOT ATTEMPTED"  # the stub, or no file
    SKIPPED = "SKIPPED"  # needs another exercise first
    FAILED = "FAILED"
    NOT_GRADABLE = "NOT GRADABLE"  # syntax, import, contract: the agent never ran
    GRADER_ERROR = "GRADER ERROR"  # ours; never counts against the learner


EXIT_CODES = {
    Verdict.PASSED: 0,
    Verdict.NOT_ATTEMPTED: 1,
    Verdict.SKIPPED: 1,
    Verdict.FAILED: 1,
    Verdict.NOT_GRADABLE: 2,
    Verdict.GRADER_ERROR: 3,
}
USAGE = 64
_MILD_TO_SEVERE = list(Verdict)


@dataclass(frozen=True)
class Check:
    """One thing that was judged."""

    word: str  # tools, intents, booking, traces
    exercise: str
    verdict: Verdict
    reason: str = ""  # why it was not run; where it failed, what to do next
    scenario: str | None = None
    run: str = "printed"  # or "varied", "shuffled"
    expected: str | None = None
    observed: str | None = None
    turn: int | None = None  # from 1
    user: str | None = None  # what the caller said in that turn
    points: int = 1  # what it is worth

    @property
    def name(self) -> str:
        """What reports call it."""
        if self.scenario and self.exercise == "fresh-start":
            return f"{self.exercise} ({self.scenario})"
        return self.scenario or self.exercise

    @property
    def earned(self) -> int:
        """The points it brought."""
        return self.points if self.verdict == Verdict.PASSED else 0

    @property
    def message(self) -> str:
        """All of it in one line: where, what came, what was due, what to do next."""
        if self.observed is None:
            return self.reason
        said = f" ({self.user!r})" if self.user is not None else ""
        turn = f"turn {self.turn}{said}" if self.turn else None
        where = ", ".join(filter(None, [self.scenario or self.exercise, turn]))
        values = {"came": self.observed, "due": self.expected, "next": self.reason}
        return say("message", where=where, **values).strip()

    def as_json(self) -> dict[str, Any]:
        """Return it as the report has it, `points` being those that were earned."""
        keys = ("word", "exercise", "scenario", "run", "verdict", "message")
        told = {key: getattr(self, key) for key in (*keys, "expected", "observed", "turn")}
        return {**told, "points": self.earned}


@dataclass
class Report:
    """All that a run of the grader found."""

    checks: list[Check] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)
    seed: int = 0
    scenarios: dict[str, Any] = field(default_factory=dict)
    learner_output: str = ""
    protections: list[str] = field(default_factory=list)
    feedback: str = "full"  # or "where", "verdict": what `grader.feedback` left in it

    @property
    def verdict(self) -> Verdict:
        """The most severe verdict of all checks."""
        return worst(check.verdict for check in self.checks)

    @property
    def score(self) -> int:
        """Points earned."""
        return sum(check.earned for check in self.checks)

    @property
    def max_score(self) -> int:
        """Points there were to earn."""
        return sum(check.points for check in self.checks)

    def scenarios_of(self, run: str) -> list[Check]:
        """Return the checks of the scenarios of a run: "printed" or "varied"."""
        checks = [check for check in self.checks if check.word == "booking" and check.scenario]
        return [check for check in checks if check.run == run]

    def parts(self) -> dict[tuple[str, bool], list[Check]]:
        """Return the checks by word, those of varied scenarios apart: by (word, is varied)."""
        words = dict.fromkeys(check.word for check in self.checks)
        keys = [(word, is_varied) for word in words for is_varied in (False, True)]
        return {key: checks for key in keys if (checks := self._part(*key))}

    def _part(self, word: str, is_varied: bool) -> list[Check]:
        of_word = [check for check in self.checks if check.word == word]
        return [check for check in of_word if (check.run == "varied") == is_varied]

    def as_json(self) -> dict[str, Any]:
        """Return the report as `report.schema.json` describes it."""
        return {
            "version": 1,
            "verdict": str(self.verdict),
            "score": self.score,
            "max_score": self.max_score,
            "checks": [check.as_json() for check in self.checks],
            "advice": self.advice,
            "seed": self.seed,
            "scenarios": self.scenarios,
            "learner_output": self.learner_output,
            "protections": self.protections,
            "feedback": self.feedback,
        }


def unfinished(why: str = "") -> Report:
    """Return the report of a run that did not come to its end, and why if that is known."""
    check = Check("grader", "whole-run", Verdict.GRADER_ERROR, say("unfinished"), points=0)
    return Report([check], advice=[why] if why else [])


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the most severe of some verdicts; of none, GRADER ERROR: something was to be judged.

    Example:
        >>> str(worst([Verdict.PASSED, Verdict.FAILED, Verdict.SKIPPED]))
        'FAILED'
    """
    return max(verdicts, key=_MILD_TO_SEVERE.index, default=Verdict.GRADER_ERROR)
