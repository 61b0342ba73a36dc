"""A picture, what it shows in words, and the same content as a table."""

import html
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

# JupyterLab's own colours where it is around, whatever its theme; else the page's.
TEXT = "var(--jp-content-font-color1, currentColor)"
PAPER = "var(--jp-layout-color0, Canvas)"
ACCENT = "var(--jp-brand-color1, #1976d2)"
TINT = f"color-mix(in srgb, {ACCENT} 18%, {PAPER})"
FONT = "var(--jp-ui-font-family, system-ui, sans-serif)"
CELL_WIDTH = 36  # columns of a cell in the plain table


@dataclass(frozen=True)
class Figure:
    """A picture that nobody has to see: it says what it shows, and has a table of the same data.

    Attributes:
        title: what it is, in a line. It is the caption.
        alt: what the picture shows, for those who hear it.
        svg: the picture, an `<svg>` element.
        columns: the heads of the table.
        rows: its rows, each as long as `columns`; the first cell heads the row.
        notes: sentences under the picture.
        folded: whether the table is folded away, to be opened with a click or a key.

    Example:
        >>> print(Figure("Calls", "One call.", "<svg/>", ["tool", "outcome"], [["book", "taken"]]))
        Calls
        tool | outcome
        -----+--------
        book | taken
    """

    title: str
    alt: str
    svg: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    folded: bool = False

    def __str__(self) -> str:
        cells = [_wrapped(row) for row in (self.columns, *self.rows)]
        widths = [max(len(line) for row in cells for line in row[n]) for n in _each(self.columns)]
        lines = [line for row in cells for line in _lines(row, widths)]
        head = len(_lines(cells[0], widths))
        lines.insert(head, "-+-".join("-" * width for width in widths))
        return "\n".join([self.title, *lines, *self.notes])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        style = f"margin:0;color:{TEXT};font-family:{FONT}"
        return (
            f'<figure class="lab-figure" style="{style}">'
            f'<figcaption style="font-weight:600;margin:4px 0">{html.escape(self.title)}'
            f"</figcaption>{self.picture()}{notes}{self.table()}</figure>"
        )

    def picture(self) -> str:
        """Return the SVG with its words: what a screen reader says, and a tip for a pointer."""
        alt = html.escape(self.alt, quote=True)
        name = f'role="img" aria-label="{alt}"'
        return re.sub(r"<svg\b([^>]*?)(/?)>", rf"<svg {name}\1\2>", self.svg, count=1)

    def table(self) -> str:
        """Return the table as HTML, folded away or not."""
        caption = f"{self.title}, as a table"
        table = as_table(caption, self.columns, self.rows)
        if not self.folded:
            return table
        summary = f'<summary style="cursor:pointer">{html.escape(caption)}</summary>'
        return f"<details>{summary}{table}</details>"


def as_table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table whose first cells head their rows."""
    cell = 'style="text-align:left;vertical-align:top;white-space:normal;padding:2px 10px 2px 4px"'
    heads = "".join(f'<th scope="col" {cell}>{html.escape(name)}</th>' for name in columns)
    body = ""
    for first, *others in rows:
        body += f'<tr><th scope="row" {cell}>{html.escape(first)}</th>'
        body += "".join(f"<td {cell}>{html.escape(text)}</td>" for text in others) + "</tr>"
    return (
        f'<table style="margin:8px 0;font-size:12px;color:{TEXT}">'
        f'<caption style="text-align:left;color:{TEXT}">'
        f"{html.escape(caption)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def _wrapped(row: Sequence[str]) -> list[list[str]]:
    return [textwrap.wrap(cell, CELL_WIDTH) or [""] for cell in row]


def _lines(row: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Return a row's lines: as many as its longest cell has."""
    lines = []
    for n in range(max(len(cell) for cell in row)):
        parts = [cell[n] if n < len(cell) else "" for cell in row]
        padded = [part.ljust(width) for part, width in zip(parts, widths, strict=True)]
        lines.append(" | ".join(padded).rstrip())
    return lines


def _each(columns: Sequence[str]) -> range:
    return range(len(columns))
