"""How far a learner has come: every exercise with its verdict, and where to go on."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voicekit import checksums, workspace
from voicekit.lab import given, page
from voicekit.lab.checking import judge_all
from voicekit.lab.exercises import EXERCISES, Exercise
from voicekit.lab.judged import Judged, judged, stale_line

OLDER = "a verdict in a notebook that names another is about an earlier one."


@dataclass(frozen=True)
class Progress:
    """The exercises in order, each with its verdict.

    `now` names agent.py as it was judged; `remarks` are on cells and files that were changed.
    """

    rows: Sequence[tuple[Exercise, str]]
    judged: Sequence[Judged] = ()
    now: str = ""
    remarks: Sequence[str] = ()

    @property
    def next(self) -> Exercise | None:
        """The first exercise that is not passed."""
        return next((one for one, verdict in self.rows if verdict != "PASSED"), None)

    @property
    def stale(self) -> str:
        """A line that says so where what was judged has changed since, else ""."""
        changed = [name for one in self.judged for name in one.changed(passed=False)]
        return stale_line(list(dict.fromkeys(changed)), "run this cell again")

    def __str__(self) -> str:
        lines = [f"  {verdict:<14} step {one.step}  {one.name}" for one, verdict in self.rows]
        return "\n".join([*filter(None, [self.stale]), self._head, *lines, *self._foot])

    __repr__ = __str__

    def _ipython_display_(self) -> None:
        page.show(self)

    @property
    def _head(self) -> str:
        passed = sum(verdict == "PASSED" for _, verdict in self.rows)
        return f"{passed} of {len(self.rows)} exercises passed"

    @property
    def _foot(self) -> list[str]:
        one = self.next
        step = f"Next: {one.name} in {one.notebook}.ipynb." if one else "All done. Well done."
        return [*self.remarks, *filter(None, [self.now]), step]

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td>{one.step}</td><th scope="row" style="text-align:left">'
            f'{html.escape(one.name)}</th><td style="text-align:left">{verdict}</td></tr>'
            for one, verdict in self.rows
        )
        head = "".join(f'<th scope="col">{name}</th>' for name in ("Step", "Exercise", "Verdict"))
        above = f"<p><strong>{html.escape(self.stale)}</strong></p>" if self.stale else ""
        return (
            f"{above}<table><caption>{self._head}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
            + "".join(f"<p>{html.escape(line)}</p>" for line in self._foot)
        )


def progress() -> Progress:
    """Judge every exercise and return them with their verdicts."""
    folder = workspace.agent_folder()
    about = [judged(one, folder) for one in EXERCISES]
    mark = checksums.short(folder / "agent.py")
    now = f"agent.py is now sha256 {mark}: {OLDER}" if mark else ""
    return Progress(judge_all(folder), about, now, remarks(folder.parent))


def remarks(home: Path) -> list[str]:
    """Return what was changed that is no work of the learner's: lab files, and given cells."""
    return [*checksums.advice(checksums.FOLDERS), *given.remarks(home / "notebooks")]
