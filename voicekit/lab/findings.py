"""What a check came to, shown in words: as text, and in a notebook with colour."""

import html
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from voicekit.lab import page
from voicekit.lab.judged import Judged, stale_line

WIDTH = 79
LEFT = "text-align:left"
# Each at least 4.5:1 on white and on JupyterLab's dark background; the word says it anyway.
COLOURS = {"PASSED": "#1a8754", "FAILED": "#d6336c"}


@dataclass(frozen=True)
class Finding:
    """What a check came to. `verdict` is the grader's word."""

    verdict: str
    name: str
    message: str = ""


@dataclass(frozen=True)
class Findings:
    """What the checks of an exercise came to; shown as text, and in a notebook with colour."""

    exercise: str
    rows: Sequence[Finding]
    next_step: str
    judged: Judged | None = None

    @property
    def passed(self) -> bool:
        """Whether there are some and all of them passed."""
        return bool(self.rows) and all(row.verdict == "PASSED" for row in self.rows)

    @property
    def stale(self) -> str:
        """A line that says so where what was judged has changed since, else ""."""
        changed = self.judged.changed(self.passed) if self.judged else []
        return stale_line(changed, "run this cell again")

    @property
    def _foot(self) -> list[str]:
        return [*filter(None, [str(self.judged or "")]), self.next_step]

    def __str__(self) -> str:
        lines = [*filter(None, [self.stale]), self.exercise]
        for row in self.rows:
            lines.append(f"  {row.verdict:<14} {row.name}")
            indent = " " * 17
            lines += textwrap.wrap(
                row.message, WIDTH, initial_indent=indent, subsequent_indent=indent
            )
        return "\n".join([*lines, *self._foot])

    __repr__ = __str__

    def _ipython_display_(self) -> None:
        page.show(self)

    def _repr_html_(self) -> str:
        stale = self.stale
        colours = {} if stale else COLOURS
        rows = "".join(
            f'<tr><th scope="row" style="{LEFT};color:{colours.get(row.verdict, "inherit")}">'
            f"{row.verdict}</th>"
            f'<td style="{LEFT}">{html.escape(row.name)}</td>'
            f'<td style="{LEFT}">{html.escape(row.message)}</td></tr>'
            for row in self.rows
        )
        head = "".join(
            f'<th scope="col" style="{LEFT}">{name}</th>'
            for name in ("Verdict", "Check", "What and why")
        )
        above = f"<p><strong>{html.escape(stale)}</strong></p>" if stale else ""
        return (
            f"{above}<table><caption>{html.escape(self.exercise)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
            + "".join(f"<p>{html.escape(line)}</p>" for line in self._foot)
        )
