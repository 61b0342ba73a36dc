"""summary.txt: what came of a class, in words. Nothing in it depends on when or where it ran."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from grader.classroom.intake import Found, Intake
from grader.classroom.ledger import Entry
from grader.classroom.likeness import Likeness
from grader.classroom.names import readable
from grader.classroom.words import tell
from grader.verdicts import Verdict

WIDTH = 79
SHOWN_CHECKS = 8
NOT_RUN = (Verdict.NOT_GRADABLE, Verdict.GRADER_ERROR)


@dataclass
class Counts:
    """What is counted over a class, one submission after the other."""

    verdicts: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)  # by check
    reasons: list[tuple[str, str, str]] = field(default_factory=list)  # verdict, id, why

    def over(self, rows: Iterable[tuple[Found, Entry]]) -> Iterator[tuple[Found, Entry]]:
        """Yield what it is given, counted."""
        for found, entry in rows:
            row = entry["row"]
            self.verdicts[row["verdict"]] += 1
            self.failed.update(k for k, v in row["checks"].items() if v == Verdict.FAILED)
            if row["verdict"] in NOT_RUN:
                self.reasons.append((row["verdict"], found.id, row["reason"]))
            yield found, entry


def summary(intake: Intake, counts: Counts, likeness: Likeness, seed: int) -> str:
    """Return the summary."""
    lines = [tell("graded", count=len(intake.submissions), seed=seed)]
    lines += [f"  {v:<14} {counts.verdicts[v]}" for v in Verdict if counts.verdicts[v]]
    failed = sorted(counts.failed.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN_CHECKS]
    lines += _section("failed most", [f"{count:>4}  {name}" for name, count in failed])
    lines += _section(
        "not run", [f"{one}: {verdict}: {why}" for verdict, one, why in counts.reasons]
    )
    lines += _likeness(likeness)
    older = [tell("superseded", name=readable(old), id=found.id)
             for found in intake.submissions for old in found.superseded]  # fmt: skip
    lines += _section("superseded head", older)
    lines += _section("left out head", [f"{readable(n)}: {why}" for n, why in intake.left_out])
    return "\n".join(lines) + "\n"


def _likeness(likeness: Likeness) -> list[str]:
    groups = []
    for number, ids in likeness.members().items():
        shares = [f"{one} ({likeness.groups[one][1]}%)" for one in ids]
        groups.append(tell("group", number=number, ids=", ".join(shares)))
    lines = _section("near-identical", groups)
    lines += ["", *textwrap.wrap(tell("only a list"), WIDTH)] if groups else []
    as_given = [f"{one}: {name}" for one, name in likeness.published.items()]
    return [*lines, *_section("as published head", as_given)]


def _section(key: str, rows: list[str]) -> list[str]:
    if not rows:
        return []
    wrapped = [
        line
        for row in rows
        for line in textwrap.wrap(row, WIDTH - 2, subsequent_indent="    ",
                                  break_long_words=False, break_on_hyphens=False)
    ]  # fmt: skip
    return ["", tell(key), *(f"  {line}" for line in wrapped)]
