"""One printed scenario on the page: verdict, dialogue, and what came beside what was due."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from grader.messages import say
from grader.reports import tables, timeline
from grader.reports.elements import Content, element
from grader.reports.words import tell
from grader.showing import show, show_calls
from grader.verdicts import Check, Verdict

Record = Mapping[str, Any]  # a scenario, as the report has it
MOST = 40  # calls and waits of a turn in the table


def scenario(number: int, check: Check, record: Record) -> Element:
    """Return the section of a scenario; `number` is that of its check in the report."""
    heading = f"heading-{number}"
    dialogue = element(
        "details",
        element("summary", tell("dialogue")),
        *_details(number, check, record),
        open="" if check.verdict == Verdict.FAILED else None,
    )
    return element(
        "section",
        element(
            "div",
            element("h3", tables.verdict(check.verdict), " ", check.name, id=heading),
            element("p", tell("judged for", exercise=check.exercise, points=tables.points(check))),
            class_="head",
        ),
        *([tables.message(check)] if check.message else []),
        dialogue,
        id=f"check-{number}",
        class_=f"scenario {check.verdict.lower().replace(' ', '-')}",
        aria_labelledby=heading,
    )


def _details(number: int, check: Check, record: Record) -> list[Element]:
    picture = timeline.timeline(check.name, number, _rows(record))
    both = [
        element("ol", *(_turn(check, turn) for turn in record["turns"]), class_="dialogue"),
        tables.scrolling(picture, tell("drawn", name=check.name)),
    ]
    return [
        element("p", _plan(record["script"]["plan"])),
        element("div", *both, class_="both"),
        _turns(check, record),
        _whole(check, record),
    ]


def _rows(record: Record) -> list[Record]:
    """Return what the picture shows."""
    built = {"label": tell("built label"), "events": record["built"], "state": None, "due": ""}
    turns = zip(record["turns"], record["script"]["turns"], strict=False)
    rows: list[Record] = [
        {**turn, "label": tell("turn label", turn=turn["turn"]), "due": _state_due(due)}
        for turn, due in turns
    ]
    return [built, *rows] if record["built"] else rows


def _state_due(due: Record) -> str:
    if due["state"]:
        return tell("state due", state=due["state"])
    return tell("state not due", state=due["not_state"]) if due["not_state"] else ""


def _plan(plan: Mapping[str, Any]) -> str:
    tools = [tell("tool plan", tool=tool, outcomes=", ".join(o)) for tool, o in plan.items()]
    return tell("plan", tools="; ".join(tools)) if tools else tell("no plan")


def _turn(check: Check, turn: Record) -> Element:
    said = turn["say"]
    if said is None:
        answer = element("em", tell("no answer"))
    else:
        answer = element("span", said if isinstance(said, str) else show(said), class_="said")
    pairs: list[tuple[str, Content]] = [
        (tell("caller"), element("span", turn["user"], class_="said")),
        (tell("agent"), answer),
        (tell("state"), element("code", timeline.state(turn["state"]))),
    ]
    here = [element("p", tell("here"), class_="here")] if turn["turn"] == check.turn else []
    return element("li", *here, tables.definitions(pairs))


def _turns(check: Check, record: Record) -> Element:
    """Return the table of turns: what was done and what state came, and what was due."""
    script, turns = record["script"]["turns"], record["turns"]
    rows: list[tables.Row] = []
    if record["built"]:
        rows.append(({}, [tell("built label"), _events(record["built"]), "", ""]))
    for number, due in enumerate(script, start=1):
        turn = turns[number - 1] if number <= len(turns) else None
        came: list[Content] = [tell("not reached"), ""]
        if turn:
            came = [_events(turn["events"]), element("code", timeline.state(turn["state"]))]
        attributes = {"class_": "first-problem"} if number == check.turn else {}
        rows.append((attributes, [str(number), *came, _due(due)]))
    heads = [tell(key) for key in ("turn head", "calls head", "state after", "was due")]
    return tables.table(tell("turns caption", name=check.name), heads, rows)


def _events(events: list[Record]) -> Content:
    told = timeline.events(events[:MOST])
    if len(events) > MOST:
        told.append(tell("more", count=len(events) - MOST))
    return element("ul", *(element("li", one) for one in told)) if told else tell("no calls")


def _due(due: Record) -> Element:
    """Return what had to hold after a turn, in the words of the messages."""
    state = tell("any state")
    if due["state"]:
        state = say("due state", due=due["state"])
    elif due["not_state"]:
        state = say("due not state", state=due["not_state"])
    calls = [("book", tuple(args), outcome) for *args, outcome in due["book"]]
    booked = say("due book", calls=show_calls(calls)) if calls else say("due no book")
    search = [say("due search")] if due["search_after_book"] else []
    return element("ul", *(element("li", one) for one in (state, booked, *search)))


def _whole(check: Check, record: Record) -> Element:
    """Return the table of what is counted over the whole scenario."""
    script = record["script"]
    events = [one for turn in record["turns"] for one in turn["events"]] + record["built"]
    in_turn = [one for one in events if not one.get("late")]
    searches = sum(one.get("tool") == "find_slots" for one in in_turn)
    any_will_do = tell("any")
    due = [
        any_will_do if script["find_slots"] is None else str(script["find_slots"]),
        any_will_do if script["waits"] is None else _waits(script["waits"]),
        ", ".join(
            tell("part of handoff", key=key, value=value)
            for key, value in script["handoff"].items()
        )
        or any_will_do,
    ]
    came = [str(searches), _waits(record["waits"]), show(record["handoff"])]
    names = [tell(key) for key in ("searches", "all waits", "handoff")]
    rows: list[tables.Row] = [({}, row) for row in zip(names, came, due, strict=True)]
    heads = [tell(key) for key in ("counted", "it came", "was due")]
    return tables.table(tell("whole caption", name=check.name), heads, rows)


def _waits(waits: list[float]) -> str:
    return ", ".join(f"{wait:g}" for wait in waits) or tell("none")
