"""What a search found, in words; and the line that shows how far it is."""

import json
import textwrap
from collections.abc import Sequence
from typing import Any, TextIO

from grader.explore import finding
from grader.explore.alphabet import FREE, PLANS, UTTERANCES
from grader.explore.finding import Counterexample
from grader.explore.record import Step
from grader.explore.search import Depth, Explored, Progress
from grader.explore.words import tell
from grader.showing import show_calls

WIDTH = 79
INDENT = 12
BAR = 30  # characters


def report(explored: Explored, example: Counterexample | None, path: object) -> str:
    """Return the whole report."""
    lines = [tell("explored", path=path), ""]
    in_time = all(one.status != "late" for one in explored.depths)
    lines += _found(example) if example else [tell("none" if in_time else "none in time")]
    lines += ["", tell("how far"), *map(_depth, explored.depths)]
    told = [tell("counted", utterances=len(UTTERANCES), plans=len(PLANS))]
    told += [] if in_time else [tell("counted echoes")]
    lines += [textwrap.fill(one, WIDTH, subsequent_indent="   ") for one in told]
    return "\n".join(lines)


def _found(example: Counterexample) -> list[str]:
    broken, steps = example.violation, example.dialogue.steps
    if example.is_shared:
        lines = textwrap.wrap(tell("shared"), WIDTH)
    else:
        lines = [tell("found", count=len(steps), rule=broken.rule)]
    lines += ["", *_row("plan", plan(example.scenario.plan)), *_row("free", free())]
    lines += [line for step in steps for line in _step(step)]
    lines += [*_row("came", broken.came), *_row("due", broken.due)]
    if example.is_shared:
        return [*lines, *_row("next", tell("next shared"))]
    return [*lines, *_row("next", broken.next_step), "", *_scenario(example)]


def _scenario(example: Counterexample) -> list[str]:
    problem = example.problem
    head = textwrap.wrap(tell("paste" if problem else "paste not"), WIDTH)
    lines = [*head, "", finding.as_json(example.scenario)]
    if problem:
        told = tell("replayed", came=problem.observed, due=problem.expected)
        lines += ["", *textwrap.wrap(told, WIDTH), "", *textwrap.wrap(tell("keep"), WIDTH)]
    return lines


def _step(step: Step) -> list[str]:
    """Return what was said and what came of it."""
    waits = [event for event in step.events if not isinstance(event, tuple)]
    calls = [(name, args, outcome) for name, args, outcome in step.calls]
    done = [f"[{step.after}]"]
    done += [tell("calls", calls=show_calls(calls))] if calls else []
    done += [tell("slept", waits=waits)] if waits else []
    return [*_row("caller", f'"{step.user}"'), *_row("agent", "  ".join(done))]


def _row(key: str, text: str) -> list[str]:
    indent = " " * INDENT
    return textwrap.wrap(
        text, WIDTH, initial_indent=f"  {tell(key):<{INDENT - 2}}", subsequent_indent=indent
    )


def plan(outcomes: Any) -> str:
    """Return a plan in words.

    Example:
        >>> plan({"book": ["taken"]}), plan({})
        ('book: taken', 'no tool fails')
    """
    rows = [tell("outcomes", tool=t, outcomes=", ".join(o)) for t, o in outcomes.items()]
    return "; ".join(rows) or tell("no failures")


def free() -> str:
    """Return the free times."""
    return "; ".join(tell("outcomes", tool=d, outcomes=", ".join(t)) for d, t in FREE.items())


def _depth(one: Depth) -> str:
    values = {"depth": one.depth, "played": one.played, "plan": plan(PLANS[one.plan])}
    if one.status == "all":
        return tell("all", **values)
    if one.status == "found":
        return tell("until found", **values)
    if not one.played:
        return tell("not begun", **values)
    values |= {"percent": int(100 * one.share), "kind": _kind(one)}
    others = "; ".join(plan(other) for other in PLANS[one.plan + 1 :])
    lines = [tell("until late", **values)]
    lines += [tell("echoes only" if one.is_echo else "no echoes")]
    lines += [tell("left", plans=others, kind=_kind(one))] if others else []
    return "\n".join(
        textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent=" " * INDENT)
        for line in lines
    )


def _kind(one: Depth) -> str:
    return tell("echo" if one.is_echo else "new")


def progress(stream: TextIO | None) -> Progress:
    """Return what shows on a terminal how far the search is; without one it is silent."""
    if stream is None:
        return lambda *_: None

    def show(one: Depth) -> None:
        full = int(BAR * one.share)
        values = {"percent": int(100 * one.share), "plan": plan(PLANS[one.plan])}
        told = tell("progress", depth=one.depth, kind=_kind(one), **values)
        stream.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {told}"[:WIDTH].ljust(WIDTH))
        stream.flush()

    return show


def document(explored: Explored, example: Counterexample | None) -> dict[str, Any]:
    """Return the same as JSON: a file that can be played, since it has a list "scenarios".

    {"version": 1, "verdict": "none" | "found" | "shared", "rule", "came", "due", "next",
    "scenarios": [the counterexample, if any], "depths": [{"depth", "played", "status", …}]}
    """
    broken = example.violation if example else None
    verdict = "none" if not example else "shared" if example.is_shared else "found"
    scenarios: Sequence[Any] = [json.loads(finding.as_json(example.scenario))] if example else []
    return {
        "version": 1,
        "verdict": verdict,
        "rule": broken and broken.rule,
        "came": broken and broken.came,
        "due": broken and broken.due,
        "next": broken and broken.next_step,
        "scenarios": scenarios,
        "depths": [vars(one) for one in explored.depths],
    }
