"""Drawings made with matplotlib, as SVG in colours that follow the reader's theme."""

import io
import logging
import re
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from voicekit.widgets.figure import ACCENT, FONT, PAPER, TEXT, TINT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 700  # px, and as many units of the drawing: a font size of 12 is 12 px
# matplotlib knows no CSS: these stand in for it until the SVG is written.
INK, BRAND, GROUND, SHADE = "#010203", "#040506", "#070809", "#0a0b0c"
_CSS = {INK: TEXT, BRAND: ACCENT, GROUND: PAPER, SHADE: TINT}
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "voicekit",
    "text.parse_math": False,
}
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def plotted(draw: Callable[["Axes"], None], height: float, room: tuple[float, float]) -> str:
    """Return the SVG of what `draw` puts on empty axes: the same bytes every time.

    Args:
        draw: is given the axes, whose ends are those of the area in px, y downwards.
        height: px.
        room: px that are kept free to the left and at the top.
    """
    _import_quietly()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    left, top = room
    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that its font lacks: the reader's may have it
        figure = Figure(figsize=(WIDTH / 72, height / 72))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(-left, WIDTH - left), ylim=(height - top, -top))
        axes.axis("off")
        draw(axes)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata=_NO_METADATA)
    return _themed(file.getvalue())


def write(axes: "Axes", x: float, y: float, words: str, **style: Any) -> None:
    """Write a line of text, centred unless told otherwise."""
    usual = {"ha": "center", "va": "center", "color": INK, "fontsize": 12}
    axes.text(x, y, words, **{**usual, **style})


def _themed(drawn: str) -> str:
    """Return the SVG with theme colours, the reader's font, and no ids that others may have."""
    body = drawn[drawn.index("<svg") :].strip()
    style = f"display:block;width:100%;max-width:{WIDTH}px;height:auto"
    body = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1)
    body = body.replace("<svg ", f'<svg style="{style}" ', 1)
    body = re.sub(r"\s*<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r' id="[a-z]+_\d+"', "", body)  # figure_1, text_2 …: nothing refers to them
    body = re.sub(r"(font: [^;\"]*?px) [^;\"]*", rf"\1 {FONT}", body)
    for colour, css in _CSS.items():
        body = body.replace(colour, css)
    return body


def _import_quietly() -> None:
    """Import matplotlib without its line on building a cache of fonts, the first time ever."""
    log = logging.getLogger("matplotlib.font_manager")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        import matplotlib.font_manager  # noqa: F401
    finally:
        log.setLevel(before)
