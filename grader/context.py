"""What a check may ask about the submission it judges."""

from dataclasses import dataclass, field
from functools import cached_property

from grader.limits import Limits
from grader.messages import say
from grader.playing import Results, play_all
from grader.submission import Submission, check_file
from grader.verdicts import Check, Verdict
from voicekit.clock import Clock, SystemClock
from voicekit.scenarios import Scenario, load


@dataclass
class Context:
    """A submission, how it is to be played, and remarks gathered on the way."""

    submission: Submission
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    clock: Clock = field(default_factory=SystemClock)
    scenarios: tuple[Scenario, ...] = field(default_factory=load)
    starter: type | None = None
    advice: list[str] = field(default_factory=list)

    @cached_property
    def unusable(self) -> tuple[Verdict, str] | None:
        """The verdict and its reason where there is no agent's file to be played."""
        name = self.submission.agent
        path = self.submission.path(name)
        if not path.exists() and not path.is_symlink():
            return Verdict.NOT_ATTEMPTED, say("no file", file=name, folder=path.parent)
        if reason := check_file(path, self.submission.folder):
            return Verdict.NOT_GRADABLE, say("unusable file", file=name, reason=reason)
        return None

    @cached_property
    def results(self) -> Results:
        """The scenarios as they went; played when first asked for, and only once."""
        if self.unusable:
            return Results()
        return play_all(
            self.submission, self.scenarios, self.seed, self.limits, self.clock, self.starter
        )

    @property
    def was_played(self) -> bool:
        """Whether any check asked for the results."""
        return "results" in self.__dict__

    def missing(self, word: str, exercise: str, name: str) -> Check:
        """Return the check of an exercise whose file is not there."""
        message = say("no file", file=name, folder=self.submission.folder)
        return Check(word, exercise, Verdict.NOT_ATTEMPTED, message)


def judged(
    word: str,
    exercise: str,
    problem: tuple[str, str, str] | None,
    verdict: Verdict = Verdict.FAILED,
) -> Check:
    """Return a check: passed where `problem` is None, else with (came, due, next step)."""
    if problem is None:
        return Check(word, exercise, Verdict.PASSED)
    came, due, next_step = problem
    return Check(word, exercise, verdict, next_step, expected=due, observed=came)
