"""Judges whether an agent does the same each time: in company, and in another world.

Where it does not, its other verdicts hold for the run they come from, and for no other.
"""

from grader.context import Context
from grader.messages import say
from grader.played import Played, difference
from grader.verdicts import Check, Verdict

NAME = "fresh-start"


def check(context: Context) -> Check | None:
    """Return the check; None where no scenario came far enough to show it."""
    results = context.results
    if not results.shared:
        return None
    fresh = {played.scenario.name: played for played in results.fresh}
    for name, played in results.alone.items():
        if told := difference(fresh[name], played):
            return _failed(played, told, "next chance", "due chance", say("chance", came=told[2]))
    before: list[str] = []
    for played in (*results.shared, *results.again):
        if told := difference(fresh[played.scenario.name], played):
            came = say("leak", before=", ".join(before) or "nothing else", came=told[2])
            return _failed(played, told, "next leak", "due leak", came)
        before.append(played.scenario.name)
    return Check("booking", NAME, Verdict.PASSED, run="shuffled")


def _failed(
    played: Played, told: tuple[int | None, str, str], step: str, due: str, came: str
) -> Check:
    turn, expected, _ = told
    return Check(
        "booking",
        NAME,
        Verdict.FAILED,
        say(step),
        played.scenario.name,
        "shuffled",
        expected=say(due, due=expected),
        observed=came,
        turn=turn,
    )
