"""Shapes of SVG, in colours that follow the reader's theme."""

import html
from collections.abc import Sequence

from voicekit.widgets.figure import ACCENT, FONT, PAPER, TEXT, TINT

CHARACTER = 0.6  # a character's width over its size at most: the reader's font is not known
HEAD = 5  # half the width of an arrow's head


def number(value: float) -> str:
    """Return a coordinate, short and always the same."""
    return f"{value:.1f}".removesuffix(".0")


def picture(width: float, height: float, shapes: Sequence[str]) -> str:
    """Return an SVG that fills the width it is given, up to its own."""
    style = f"display:block;width:100%;max-width:{number(width)}px;height:auto;font-family:{FONT}"
    box = f"0 0 {number(width)} {number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" style="{style}">'
        f"{''.join(shapes)}</svg>"
    )


def text(
    x: float, y: float, words: str, size: float = 12, anchor: str = "start", bold: bool = False
) -> str:
    """Return a line of text. `y` is its base line."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
        f'text-anchor="{anchor}"{weight} style="fill:{TEXT}">{html.escape(words)}</text>'
    )


def box(
    x: float, y: float, width: float, height: float, round_px: float = 8, lit: bool = False
) -> str:
    """Return a rectangle that covers what lies behind. Lit, it has a thick border and a tint."""
    stroke, thick, fill = (ACCENT, 4, TINT) if lit else (TEXT, 1.2, PAPER)
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    style = f"fill:{fill};stroke:{stroke};stroke-width:{thick}"
    return f'<rect {place} rx="{number(round_px)}" style="{style}"/>'


def arrow(points: Sequence[tuple[float, float]]) -> str:
    """Return a line through points, its head at the last; corners are round.

    The last stretch goes straight up or straight down.
    """
    (x, y), (_, before) = points[-1], points[-2]
    back = -1 if before < y else 1  # from the tip, where the line comes from
    line = _path([*points[:-1], (x, y + back * HEAD)])
    head = (
        f"{number(x)},{number(y)} {number(x - HEAD)},{number(y + back * 9)} "
        f"{number(x + HEAD)},{number(y + back * 9)}"
    )
    return (
        f'<path d="{line}" style="fill:none;stroke:{TEXT};stroke-width:1.4"/>'
        f'<polygon points="{head}" style="fill:{TEXT}"/>'
    )


def _path(points: Sequence[tuple[float, float]], radius: float = 7) -> str:
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        enter, leave = _towards(corner, before, radius), _towards(corner, after, radius)
        parts.append(f"L{_pair(enter)}Q{_pair(corner)} {_pair(leave)}")
    return "".join([*parts, f"L{_pair(points[-1])}"])


def _towards(
    start: tuple[float, float], end: tuple[float, float], length: float
) -> tuple[float, float]:
    """Return the point that far from start to end, at most half-way."""
    (x, y), (to_x, to_y) = start, end
    whole = abs(to_x - x) + abs(to_y - y)  # all stretches are level or upright
    part = min(length, whole / 2) / whole if whole else 0
    return x + (to_x - x) * part, y + (to_y - y) * part


def _pair(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def width_of(words: str, size: float = 12) -> float:
    """Return about how wide a text is."""
    return len(words) * size * CHARACTER


def cut(words: str, width: float, size: float = 12) -> str:
    """Return a text that fits, its end given up if it must be.

    Example:
        >>> cut("is_complete_and_on_offer", 90)
        'is_complete_…'
    """
    most = int(width / (size * (CHARACTER - 0.06)))  # most letters are narrower
    return words if len(words) <= most else words[: most - 1] + "…"
