"""The state machine of an agent, drawn from its own table, the current state lit."""

from typing import Any

from voicekit.scenarios import STATES
from voicekit.widgets.arrows import Arrow, arrows_of, automatic
from voicekit.widgets.figure import Figure
from voicekit.widgets.machine import drawing

COLUMNS = ("from", "trigger", "to", "only if", "then do")


def show_states(agent: Any, *, folded: bool = False) -> Figure:
    """Draw the states of an agent and the arrows of its table; the current state says "now".

    Args:
        agent: has `state`, and may have a `machine` of transitions. Without one, or while its
            table is not written, the states are drawn alone.
        folded: whether the table is folded away at first.
    """
    arrows, notes = _table_of(agent)
    state = getattr(agent, "state", None)
    if state not in STATES:
        notes.append(f"The agent's state is {state!r}, which is none of the seven.")
    now = f"now {state}" if state in STATES else "none of them current"
    count = "1 arrow" if len(arrows) == 1 else f"{len(arrows)} arrows"
    told = f"{count} between them, each in the table." if arrows else "No arrows between them."
    return Figure(
        title="The agent's states",
        alt=f"The seven states {', '.join(STATES)}; {now}. {told}",
        svg=drawing(state, arrows),
        columns=COLUMNS,
        rows=_rows(arrows),
        notes=notes,
        folded=folded,
    )


def _table_of(agent: Any) -> tuple[list[Arrow], list[str]]:
    """Return the agent's arrows, and sentences on what is missing or odd about them."""
    try:
        machine = getattr(agent, "machine", None)
        arrows = [] if machine is None else arrows_of(machine)
    except NotImplementedError:
        return [], ["The table of transitions is not written yet, so no arrow leads on."]
    except Exception as error:
        return [], [f"The table of transitions can't be read: {type(error).__name__}: {error}"]
    if machine is None:
        return [], ["This agent has no table of transitions that could be drawn."]
    extra = automatic(arrows, len(machine.states))
    written = [arrow for arrow in arrows if arrow not in extra]
    return written, [*_strange_states(written), *_unwritten(extra)]


def _strange_states(arrows: list[Arrow]) -> list[str]:
    """Return a sentence on states that the drawing has no place for: a slip of the pen, mostly."""
    named = dict.fromkeys(state for arrow in arrows for state in (*arrow.sources, *arrow.ends))
    strange = ", ".join(state for state in named if state not in STATES)
    return [f"Not drawn: arrows from or to {strange}, none of the seven."] if strange else []


def _unwritten(extra: list[Arrow]) -> list[str]:
    if not extra:
        return []
    return [
        f"Left out: {len(extra)} triggers such as {extra[0].trigger}(), which lead from "
        "anywhere and ask nobody. auto_transitions=False takes them away."
    ]


def _rows(arrows: list[Arrow]) -> list[list[str]]:
    if not arrows:
        return [[state, "–", "–", "–", "–"] for state in STATES]
    return [
        [
            ", ".join(arrow.sources),
            arrow.trigger,
            arrow.target or "stays",
            " and ".join(arrow.only_if) or "–",
            ", ".join(arrow.then) or "–",
        ]
        for arrow in arrows
    ]
