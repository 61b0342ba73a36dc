"""The report as one HTML page, for people: it needs no other file, no script and no network."""

from collections.abc import Iterator, Sequence
from importlib import resources
from xml.etree.ElementTree import Element

from grader.reports import dialogue, tables
from grader.reports.elements import Content, as_html, element
from grader.reports.text import points
from grader.reports.words import tell
from grader.verdicts import Check, Report, Verdict, worst

NOTHING_ELSE = "default-src 'none'; style-src 'unsafe-inline'"
BLOCKS = set("body header main nav section div details table tr li p dl ol ul h1 h2 h3 svg".split())
WRONG = (Verdict.FAILED, Verdict.NOT_GRADABLE, Verdict.GRADER_ERROR)
Numbered = Sequence[tuple[int, Check]]  # checks with their numbers in the report


def page(report: Report, title: str) -> str:
    """Return the report as a page."""
    numbered = list(enumerate(report.checks, start=1))
    main = element("main", _summary(report, numbered), *_scenarios(report, numbered), id="results")
    main.extend([*_others(report, numbered), *_remarks(report), _run(report)])
    heading = element("h1", tables.verdict(report.verdict), " ", points(report))
    header = element("header", heading, element("p", title))
    skip = element("a", tell("skip"), href="#results", class_="skip")
    root = element("html", _head(report, title), element("body", skip, header, main), lang="en")
    for one in root.iter():
        if one.tag in BLOCKS:
            one.tail = "\n"  # for people who compare two pages
    return f"<!DOCTYPE html>\n{as_html(root)}\n"


def _head(report: Report, title: str) -> Element:
    style = resources.files(__package__).joinpath("style.css").read_text("utf-8")
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=NOTHING_ELSE),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{report.verdict}: {title}"),
        element("style", style),
    )


def _summary(report: Report, numbered: Numbered) -> Element:
    rows: list[tables.Row] = []
    for (word, is_varied), checks in report.parts().items():
        earned = sum(check.earned for check in checks)
        most = sum(check.points for check in checks)
        cells: list[Content] = [
            tell("part varied", word=word) if is_varied else word,
            tables.verdict(worst(check.verdict for check in checks)),
            tell("of", passed=earned, all=most),
        ]
        rows.append(({}, cells))
    heads = [tell(key) for key in ("part", "verdict", "points head")]
    return _section(
        "summary", *_first(numbered), tables.table(tell("summary caption"), heads, rows)
    )


def _first(numbered: Numbered) -> Iterator[Element]:
    """Yield links to what went wrong, each mistake once."""
    links: dict[str, Element] = {}
    for number, check in numbered:
        if check.verdict in WRONG:
            links.setdefault(check.message, _link(number, check))
    if links:
        yield element("h3", tell("first"), id="first")
        yield element("ul", *links.values(), aria_labelledby="first")


def _link(number: int, check: Check) -> Element:
    name = tell("part varied", word=check.name) if check.run == "varied" else check.name
    turn = tell("in turn", turn=check.turn) if check.turn else ""
    link = element("a", name + turn, href=f"#check-{number}")
    return element("li", tables.verdict(check.verdict), " ", link)


def _scenarios(report: Report, numbered: Numbered) -> Iterator[Element]:
    """Yield the printed scenarios that were played, with their dialogues."""
    played = _played(report, numbered)
    if played:
        rows = [_in_short(report, number, check) for number, check in played]
        heads = [tell(key) for key in ("scenario", "printed head", "varied head")]
        yield _section(
            "scenarios",
            tables.table(tell("scenarios caption"), heads, rows),
            *(dialogue.scenario(n, check, report.scenarios[check.name]) for n, check in played),
        )


def _in_short(report: Report, number: int, check: Check) -> tables.Row:
    varied = [one.verdict for one in report.scenarios_of("varied") if one.name == check.name]
    return {}, [
        element("a", check.name, href=f"#check-{number}"),
        tables.verdict(check.verdict),
        tables.verdict(varied[0]) if varied else tell("none"),
    ]


def _played(report: Report, numbered: Numbered) -> Numbered:
    """Return the checks whose scenario has a dialogue that can be shown."""
    printed = {id(check) for check in report.scenarios_of("printed")}
    turns = {name: record["turns"] for name, record in report.scenarios.items()}
    return [one for one in numbered if id(one[1]) in printed and turns.get(one[1].name)]


def _others(report: Report, numbered: Numbered) -> Iterator[Element]:
    """Yield all other checks: a table for each part, with nothing but verdict and message."""
    shown = {number for number, _ in _played(report, numbered)}
    numbers = {id(check): number for number, check in numbered}
    parts = []
    for (word, is_varied), checks in report.parts().items():
        caption = tell("part varied", word=word) if is_varied else word
        rest = [(numbers[id(one)], one) for one in checks if numbers[id(one)] not in shown]
        note = [element("p", tell("varied note"))] if is_varied else []
        parts += [*note, tables.checks(caption, rest)] if rest else []
    if parts:
        yield _section("other checks" if shown else "checks", *parts)


def _remarks(report: Report) -> Iterator[Element]:
    if report.advice:
        told = (element("li", element("span", one, class_="said")) for one in report.advice)
        yield _section("advice", element("ul", *told))
    if report.learner_output:
        printed = element("pre", report.learner_output)
        yield _section("printed", tables.scrolling(printed, tell("printed")))


def _run(report: Report) -> Element:
    """Return what the run was like."""
    pairs = []
    if report.scenarios_of("varied"):
        pairs.append((tell("seed head"), tell("seed", seed=report.seed)))
    if report.feedback != "full":
        pairs.append((tell("feedback head"), tell(f"feedback {report.feedback}")))
    walls = "; ".join(report.protections) or tell("none")
    pairs.append((tell("protections head"), walls))
    return _section("run", tables.definitions(pairs, class_="run"))


def _section(key: str, *content: Element) -> Element:
    name = key.replace(" ", "-")
    heading = element("h2", tell(key), id=name)
    return element("section", heading, *content, aria_labelledby=name)
