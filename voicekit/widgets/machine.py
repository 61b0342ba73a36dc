"""Draws states and arrows: seven boxes in a row, a layout that is the same every time.

Above the boxes, a bar stands for "from any of these": what leads on from three states or more
would else be a web of lines. Below them is every other arrow.
"""

from collections.abc import Sequence
from typing import Any

from voicekit.scenarios import STATES
from voicekit.widgets import svg
from voicekit.widgets.arrows import Arrow
from voicekit.widgets.routes import below

MARGIN, WIDTH, HEIGHT, GAP = 10, 88, 44, 14  # of the boxes
PITCH = WIDTH + GAP
EDGE = 2 * MARGIN + 7 * PITCH - GAP  # how wide all of it is
MANY = 3  # from so many states on, arrows are one bar
BAR, LINE = 22, 14  # height of a bar, and of a line of text
COUNTED = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def drawing(now: Any, arrows: Sequence[Arrow]) -> str:
    """Return the SVG. Arrows from or to a state that is none of the seven are left out."""
    known = [arrow for arrow in arrows if {*arrow.sources, *arrow.ends} <= {*STATES}]
    many = [arrow for arrow in known if arrow.target and len(arrow.sources) >= MANY]
    bars, top = _bars(many)
    few = [arrow for arrow in known if arrow not in many]
    lines, bottom = below(few, {state: _left(n) for n, state in enumerate(STATES)}, top + HEIGHT)
    boxes = [_state(state, top, state == now) for state in STATES]
    return svg.picture(EDGE, bottom + MARGIN, [*bars, *lines, *boxes])


def _left(column: int) -> int:
    return MARGIN + column * PITCH


def _state(name: str, top: float, lit: bool) -> str:
    left = _left(STATES.index(name))
    middle = left + WIDTH / 2
    words = svg.text(middle, top + (20 if lit else 26), name, 12.5, "middle", bold=True)
    if lit:
        words += svg.text(middle, top + 35, "now", 12, "middle")
    return svg.box(left, top, WIDTH, HEIGHT, lit=lit) + words


def _bars(arrows: Sequence[Arrow]) -> tuple[list[str], float]:
    """Return bars with their arrows, and where the boxes begin. The longest bar is on top."""
    kinds: dict[frozenset[str], list[Arrow]] = {}
    for arrow in arrows:
        kinds.setdefault(frozenset(arrow.sources), []).append(arrow)
    ordered = sorted(kinds.items(), key=lambda kind: (-len(kind[0]), sorted(kind[0])))
    stacks: dict[str, list[str]] = {}
    for arrow in arrows:
        stacks.setdefault(arrow.target, []).extend(arrow.words)
    below_bars = MARGIN + len(ordered) * (BAR + 6)
    top = below_bars + max(map(len, stacks.values()), default=-1) * LINE + 18
    shapes: list[str] = []
    dropped: list[str] = []  # a target for each arrow that leads down to it
    for row, (sources, group) in enumerate(ordered):
        y = MARGIN + row * (BAR + 6)
        for target in dict.fromkeys(arrow.target for arrow in group):
            offset = 14 + 9 * dropped.count(target)
            shapes.append(_drop(sources, target, y, top, offset))
            dropped.append(target)
        shapes.append(_bar(sources, y))
    for target, words in stacks.items():
        x = _left(STATES.index(target)) + 22 + 9 * (dropped.count(target) - 1)
        after = STATES[STATES.index(target) + 1 :][:1]
        room = PITCH - 10 if {*after} & {*stacks} else PITCH + 20
        shapes += _label(words, x, top - 12, min(room, EDGE - x))
    return shapes, max(top, MARGIN)


def _span(sources: frozenset[str]) -> tuple[float, float]:
    columns = [STATES.index(state) for state in sources]
    return _left(min(columns)), _left(max(columns)) + WIDTH


def _bar(sources: frozenset[str], y: float) -> str:
    start, end = _span(sources)
    ordered = [state for state in STATES if state in sources]
    first = STATES.index(ordered[0])
    gapless = tuple(ordered) == STATES[first : first + len(ordered)]
    these = f"any of these {COUNTED[len(ordered)]}" if gapless else ", ".join(ordered)
    written = svg.text((start + end) / 2, y + 15.5, f"from {these}", 12, "middle")
    return svg.box(start, y, end - start, BAR, BAR / 2) + written


def _drop(sources: frozenset[str], target: str, y: float, top: float, offset: float) -> str:
    """Return an arrow from a bar down to a box, around the bar's end where it must be."""
    start, end = _span(sources)
    x = _left(STATES.index(target)) + offset
    if start < x < end:
        return svg.arrow([(x, y + BAR), (x, top - 2)])
    edge = end if x > end else start
    return svg.arrow([(edge, y + BAR / 2), (x, y + BAR / 2), (x, top - 2)])


def _label(words: Sequence[str], x: float, bottom: float, room: float) -> list[str]:
    lines = [svg.cut(line, room, 11.5) for line in words]
    first = bottom - (len(lines) - 1) * LINE
    return [svg.text(x, first + n * LINE, line, 11.5) for n, line in enumerate(lines)]
