"""What the page is made of: verdicts, messages, and tables that scroll where they are too wide."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from grader.reports.elements import Content, element
from grader.reports.words import tell
from grader.verdicts import Check, Verdict

Row = tuple[Mapping[str, object], Sequence[Content]]  # a row's attributes and cells; first its head


def table(caption: str, heads: Sequence[str], rows: Sequence[Row], **attributes: object) -> Element:
    """Return a table, in a frame that the keyboard can scroll.

    The roles say what the elements mean anyway: where the style folds a table on a narrow screen,
    a browser might no longer take it for one.
    """
    top = (element("th", head, scope="col", role="columnheader") for head in heads)
    made = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *top, role="row"), role="rowgroup"),
        element("tbody", *(_row(*row) for row in rows), role="rowgroup"),
        role="table",
        **attributes,
    )
    return scrolling(made, caption)


def scrolling(content: Element, name: str) -> Element:
    """Return a frame around something that may be too wide for the page."""
    return element("div", content, class_="wide", role="group", aria_label=name, tabindex=0)


def _row(attributes: Mapping[str, object], cells: Sequence[Content]) -> Element:
    head, *others = cells
    return element(
        "tr",
        element("th", head, scope="row", role="rowheader"),
        *(element("td", cell, role="cell") for cell in others),
        role="row",
        **attributes,
    )


def checks(caption: str, some: Sequence[tuple[int, Check]]) -> Element:
    """Return a table of checks, given with their numbers in the report; each row has its own id.

    A message is told once: rows after it that say the same point to it.
    """
    told: dict[str, Check] = {}
    rows: list[Row] = []
    for number, check in some:
        first = told.setdefault(check.message, check)
        same = tell("as for", name=first.name) if check.message and first is not check else None
        cells: list[Content] = [
            check.name,
            verdict(check.verdict),
            points(check),
            same or message(check),
        ]
        rows.append(({"id": f"check-{number}"}, cells))
    heads = [tell(key) for key in ("check", "verdict", "points head", "message")]
    return table(caption, heads, rows, class_="checks")


def verdict(one: Verdict) -> Element:
    """Return a verdict: its word, which is all; the class only gives it a colour."""
    return element("strong", str(one), class_=f"verdict {one.lower().replace(' ', '-')}")


def points(check: Check) -> str:
    """Return the points of a check."""
    return tell("of", passed=check.earned, all=check.points)


def message(check: Check) -> Element:
    """Return what is said of a check: the turn, what came, what was due, what to do next."""
    if check.observed is None:
        return element("p", check.reason)
    said = f" “{check.user}”" if check.user is not None else ""
    told = {
        "said in turn": f"{check.turn}{said}" if check.turn else None,
        "came": check.observed,
        "due": check.expected,
        "next": check.reason,
    }
    pairs = [(tell(key), value) for key, value in told.items() if value]
    return definitions(pairs, class_="message")


def definitions(pairs: Sequence[tuple[str, Content]], **attributes: object) -> Element:
    """Return names with what belongs to each."""
    groups = (element("div", element("dt", key), element("dd", value)) for key, value in pairs)
    return element("dl", *groups, **attributes)
