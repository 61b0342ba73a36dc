"""How far a learner has come: every exercise with its verdict, and where to go on."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from voicekit import workspace
from voicekit.lab.checking import judge_all
from voicekit.lab.exercises import Exercise


@dataclass(frozen=True)
class Progress:
    """The exercises in order, each with its verdict."""

    rows: Sequence[tuple[Exercise, str]]

    @property
    def next(self) -> Exercise | None:
        """The first exercise that is not passed."""
        return next((one for one, verdict in self.rows if verdict != "PASSED"), None)

    def __str__(self) -> str:
        lines = [f"  {verdict:<14} step {one.step}  {one.name}" for one, verdict in self.rows]
        return "\n".join([self._head, *lines, self._foot])

    __repr__ = __str__

    @property
    def _head(self) -> str:
        passed = sum(verdict == "PASSED" for _, verdict in self.rows)
        return f"{passed} of {len(self.rows)} exercises passed"

    @property
    def _foot(self) -> str:
        one = self.next
        return f"Next: {one.name} in {one.notebook}.ipynb." if one else "All done. Well done."

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td>{one.step}</td><th scope="row" style="text-align:left">'
            f'{html.escape(one.name)}</th><td style="text-align:left">{verdict}</td></tr>'
            for one, verdict in self.rows
        )
        head = "".join(f'<th scope="col">{name}</th>' for name in ("Step", "Exercise", "Verdict"))
        return (
            f"<table><caption>{self._head}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table><p>{self._foot}</p>"
        )


def progress() -> Progress:
    """Judge every exercise and return them with their verdicts."""
    return Progress(judge_all(workspace.agent_folder()))
