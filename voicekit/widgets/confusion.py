"""Which label was given for which: a confusion matrix."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from voicekit.errors import BadInput
from voicekit.widgets.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CORNER = "expected ↓ got →"
LEFT, TOP, ROW, WIDE = 110, 58, 34, 580  # px: beside the cells, above them, a cell, all cells
Counts = Counter[tuple[str, str]]


def show_confusion(
    expected: Sequence[str],
    got: Sequence[str],
    labels: Sequence[str] | None = None,
    title: str = "Expected and got",
) -> Figure:
    """Draw a confusion matrix: a row for each label expected, a column for each one got.

    Args:
        expected: the right labels.
        got: the labels given, one for each of `expected`.
        labels: their order; by default as they first come. What is missing there comes last.
        title: the caption.

    Raises:
        BadInput: `expected` and `got` are not equally long. Nothing was drawn.
    """
    if len(expected) != len(got):
        raise BadInput("got", expected=f"{len(expected)} labels", got=len(got))
    order = list(dict.fromkeys([*(labels or ()), *expected, *got]))
    counts = Counter(zip(expected, got, strict=True))
    result = _in_words(counts)
    return Figure(
        title=title,
        alt=f"A matrix of {len(order)} labels. {result} All counts are in the table.",
        svg=_drawing(order, counts),
        columns=(CORNER, *order),
        rows=[[due, *(str(counts[due, came]) for came in order)] for due in order],
        notes=(result,),
    )


def _in_words(counts: Counts) -> str:
    right = sum(count for (due, came), count in counts.items() if due == came)
    wrong = [(pair, count) for pair, count in counts.most_common() if pair[0] != pair[1]]
    worst = "".join(
        f" {due} was taken for {came} {'once' if count == 1 else f'{count} times'}."
        for (due, came), count in wrong[:3]
    )
    more = f" And {len(wrong) - 3} more." if len(wrong) > 3 else ""
    return f"{right} of {counts.total()} are right.{worst}{more}"


def _drawing(order: Sequence[str], counts: Counts) -> str:
    from voicekit.widgets.plotting import plotted

    def draw(axes: "Axes") -> None:
        _heads(axes, order)
        for row, due in enumerate(order):
            for column, came in enumerate(order):
                _cell(axes, (row, column), len(order), counts[due, came])

    return plotted(draw, TOP + len(order) * ROW + 6, (LEFT, TOP))


def _heads(axes: "Axes", order: Sequence[str]) -> None:
    from voicekit.widgets.plotting import write

    wide = WIDE / max(1, len(order))
    write(axes, WIDE / 2, -TOP + 12, "got", fontstyle="italic")
    write(axes, -10, -14, "expected", ha="right", fontstyle="italic")
    turned = max(map(len, order), default=0) * 7 > wide
    for number, label in enumerate(order):
        write(axes, -10, number * ROW + ROW / 2, label, ha="right")
        style = {"rotation": 18, "ha": "left", "va": "bottom"} if turned else {"va": "bottom"}
        place = (number + (0.25 if turned else 0.5)) * wide
        write(axes, place, -6, label, fontsize=11 if turned else 12, **style)


def _cell(axes: "Axes", place: tuple[int, int], size: int, count: int) -> None:
    """Draw a cell. Right ones have a thick frame, and whatever is not 0 is bold on a tint."""
    from voicekit.widgets.plotting import BRAND, GROUND, INK, SHADE, write

    row, column = place
    wide = WIDE / size
    fill = SHADE if count else GROUND
    edge, thick = (BRAND, 2.5) if row == column else (INK, 0.5)
    inset = 1.5 if row == column else 0
    x, y = column * wide + inset, row * ROW + inset
    corners = [(x, x + wide - 2 * inset), (y, y + ROW - 2 * inset)]
    (left, right), (top, bottom) = corners
    axes.fill([left, right, right, left], [top, top, bottom, bottom], fc=fill, ec=edge, lw=thick)
    weight = "bold" if count else "normal"
    write(axes, (left + right) / 2, (top + bottom) / 2, str(count), fontweight=weight)
