"""The search: all dialogues of one turn, then of two, until one breaks the agent or time is up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.explore.alphabet import PLANS, UTTERANCES
from grader.explore.crew import Crew
from grader.explore.round import Found
from grader.explore.tree import Level, Line, portions
from grader.played import Trouble
from voicekit.clock import Clock

PORTION = 100  # dialogues that share a process of the learner's


@dataclass(frozen=True)
class Depth:
    """How far the search came with the dialogues of one length.

    Attributes:
        status: "all", "found" or "late".
        is_echo: whether echoes were being played at the end (see `grader.explore.tree`).
        plan: the plan that was being played at the end.
        share: how much of that plan's dialogues were played, from 0 to 1.
    """

    depth: int
    played: int
    status: str
    is_echo: bool = False
    plan: int = 0
    share: float = 1.0


Progress = Callable[[Depth], None]


@dataclass
class Explored:
    """What a search came to."""

    depths: list[Depth] = field(default_factory=list)
    found: Found | None = None
    trouble: Trouble | None = None
    imported: bool = True


def explore(
    crew: Crew, clock: Clock, depth: int, seconds: float, progress: Progress = lambda *_: None
) -> Explored:
    """Play all dialogues of up to `depth` turns, shortest first, for `seconds` at the most.

    Of several of the same length that break the agent, the first by plan, then by what is said,
    is found, however many play.
    """
    end_s = clock.monotonic() + seconds
    explored = Explored()
    before: Sequence[Line] = [Line((), tuple(range(len(PLANS))))]
    for number in range(1, depth + 1):
        level = Level(before, len(UTTERANCES), len(PLANS))
        told = _level(crew, level, number, lambda: end_s - clock.monotonic(), progress, explored)
        explored.depths.append(told)
        if told.status != "all":
            break
        before = level.goes_on
    return explored


def _level(
    crew: Crew,
    level: Level,
    number: int,
    left_s: Callable[[], float],
    progress: Progress,
    explored: Explored,
) -> Depth:
    for stage in level.stages:
        lines = level.lines(stage)
        done = 0
        came = crew.play(portions(lines, PORTION), left_s)
        for portion in came:
            level.take(portion.outcomes)
            done += len(portion.outcomes)
            status = "late" if portion.is_late else "found"
            told = Depth(number, level.played, status, *stage, done / len(lines))
            progress(told)
            explored.found, explored.trouble = portion.found, portion.trouble
            explored.imported = portion.imported
            if portion.found or portion.trouble or portion.is_late:
                came.close()
                return told
    return Depth(number, level.played, "all")
