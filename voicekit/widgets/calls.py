"""A conversation's tool calls and waits, turn by turn, as a picture and a table."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from voicekit.trace import Event, Row, Turn
from voicekit.widgets.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = ("turn", "caller says", "call or wait", "outcome", "state after it")
CAME_TO = {  # what a call's outcome means
    "ok": "worked",
    "timeout": "no answer",
    "taken": "refused",
    "error": "error",
}
MARKS = {"ok": "o", "timeout": "s", "taken": "X", "error": "D"}  # the words say it too
LEFT, TOP, ROW = 180, 34, 58  # px: for what the caller says, for the head, for a turn
CALL, SECOND = 92, 80  # px that a call takes, and a second of waiting
MOST = 424  # px that a turn's calls and waits may take
STATE = 512  # px where the states end
SHOWN = 24  # characters of what the caller says


def show_calls(turns: Iterable[Turn | Row], title: str = "Calls and waits") -> Figure:
    """Draw what an agent did, turn by turn: its calls with their outcome, and its waits.

    Args:
        turns: what `trace.play` returns. The rows of a trace will do too; they know of no waits.
        title: the caption.
    """
    played = [turn if isinstance(turn, Turn) else _turn_of(turn) for turn in turns]
    calls = sum(len(turn.calls) for turn in played)
    waited = sum(sum(turn.waits) for turn in played)
    return Figure(
        title=title,
        alt=f"{_count(len(played), 'turn')} from top to bottom, with {_count(calls, 'call')} and "
        f"{waited:g} s of waiting, each from left to right. All are in the table.",
        svg=_drawing(played),
        columns=COLUMNS,
        rows=[row for turn in played for row in rows_of(turn)],
    )


def rows_of(turn: Turn) -> list[list[str]]:
    """Return a turn's rows of the table: one for each call and wait, or one without any."""
    number, user, state = str(turn.row["turn"]), str(turn.row["user"]), str(turn.row["state"])
    events = [told(event) for event in turn.events] or [("–", "–")]
    return [[number, user, what, outcome, state] for what, outcome in events]


def told(event: Event) -> tuple[str, str]:
    """Return what happened, and what came of it.

    Example:
        >>> told(("find_slots", ("tuesday",), "timeout"))
        ('find_slots(tuesday)', 'no answer')
        >>> told(0.5)
        ('wait', '0.5 s')
    """
    if isinstance(event, tuple):
        tool, arguments, outcome = event
        inside = ", ".join(map(str, arguments))
        return f"{tool}({inside})" if inside else tool, CAME_TO.get(outcome, outcome)
    return "wait", f"{event:g} s"


def _turn_of(row: Row) -> Turn:
    calls = [(tool, (), came) for tool, came in zip(row["tools"], row["outcomes"], strict=False)]
    return Turn(row, calls, None)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _drawing(turns: Sequence[Turn]) -> str:
    from voicekit.widgets.plotting import plotted

    def draw(axes: "Axes") -> None:
        _head(axes)
        for number, turn in enumerate(turns):
            _draw_turn(axes, turn, number * ROW + ROW / 2)

    return plotted(draw, TOP + len(turns) * ROW + 4, (LEFT, TOP))


def _head(axes: "Axes") -> None:
    from voicekit.widgets.plotting import INK, write

    write(axes, -LEFT + 2, -14, "caller says", ha="left")
    write(axes, 0, -14, "calls and waits, from left to right in time", ha="left")
    write(axes, STATE, -14, "state", ha="right")
    axes.plot([-LEFT + 2, STATE], [0, 0], color=INK, linewidth=1)


def _draw_turn(axes: "Axes", turn: Turn, y: float) -> None:
    from voicekit.widgets.plotting import INK, write

    user = str(turn.row["user"])
    short = user if len(user) <= SHOWN else user[: SHOWN - 1] + "…"
    write(axes, -LEFT + 2, y, f"{turn.row['turn']}  {short}", ha="left")
    write(axes, STATE, y, str(turn.row["state"]), ha="right", fontweight="bold")
    axes.plot([0, MOST], [y, y], color=INK, linewidth=0.6, linestyle=(0, (1, 4)), zorder=0)
    x = 0.0
    for number, event in enumerate(turn.events):
        wide = CALL if isinstance(event, tuple) else max(float(event) * SECOND, 36)
        rest = len(turn.events) - number
        if x + wide > MOST - (CALL if rest > 1 else 0):  # the last one may use the room for "more"
            write(axes, x + 6, y, f"and {rest} more", ha="left")
            break
        _draw_event(axes, event, x, y, wide)
        x += wide


def _draw_event(axes: "Axes", event: Event, x: float, y: float, wide: float) -> None:
    from voicekit.widgets.plotting import BRAND, GROUND, INK, SHADE, write

    _, outcome = told(event)
    if not isinstance(event, tuple):
        bar: dict[str, Any] = {"color": SHADE, "edgecolor": BRAND, "linewidth": 1.2}
        axes.barh(y, wide - 8, left=x + 4, height=20, **bar)
        write(axes, x + wide / 2, y, outcome, fontsize=11)
        return
    filled = event[2] == "ok"
    colours: dict[str, Any] = {"markerfacecolor": INK if filled else GROUND, "markeredgecolor": INK}
    axes.plot([x + wide / 2], [y], MARKS.get(event[2], "o"), markersize=9, **colours)
    write(axes, x + wide / 2, y - 16, event[0], fontsize=11.5)
    write(axes, x + wide / 2, y + 16, outcome, fontsize=11.5, fontstyle="italic")
