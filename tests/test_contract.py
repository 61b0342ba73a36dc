"""docs/contract.md says what the code does, and links between the documents lead somewhere.

Whoever changes a scenario, a tool, a state or a verdict learns here that the page has to follow.
"""

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.checks.intents import SENTENCES
from grader.context import Context
from grader.grading import grade
from grader.limits import Limits
from grader.submission import Submission
from grader.verdicts import EXIT_CODES, USAGE, Verdict
from voicekit.clinic import OUTCOMES, TOOLS, ClinicAPI
from voicekit.lab.exercises import EXERCISES, exercise
from voicekit.nlu import INTENTS, parse
from voicekit.scenarios import REASONS, STATES, Scenario, load

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "contract.md").read_text("utf-8")
NINE = load()
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)

Rows = list[list[str]]


def section(heading: str) -> str:
    """Return the page from a heading to the next one, of whatever level."""
    found = re.split(rf"(?m)^#+ {re.escape(heading)}\n", PAGE)
    assert len(found) == 2, heading
    return re.split(r"(?m)^#+ (?=\w)", found[1])[0]  # "# {" is a comment in an example


def tables(heading: str) -> list[Rows]:
    """Return the tables of a section, without their heads."""
    blocks = re.findall(r"(?m)(?:^\|.*\n)+", section(heading))
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]
        for block in blocks
    ]


def table(heading: str) -> Rows:
    (only,) = tables(heading)
    return only


def column(rows: Rows, number: int = 0) -> list[str]:
    return [row[number].strip("`") for row in rows]


def in_code(text: str) -> list[str]:
    """Return what stands between backticks in a text, in its order."""
    return re.findall(r"`([^`]+)`", text)


def blocks(text: str) -> list[str]:
    """Return the contents of fenced code."""
    return re.findall(r"(?ms)^```\w*\n(.*?)^```", text)


def listed(values: Any, otherwise: str = "–") -> str:
    return ", ".join(map(str, values)) if values else otherwise


# the nine scenarios


def overview(scenario: Scenario) -> list[str]:
    """Return the row of a scenario as the first table should have it."""
    plan = [f"{tool}: {listed(outcomes)}" for tool, outcomes in scenario.plan.items()]
    summary = [f"{key} {value}" for key, value in scenario.handoff.get("summary", {}).items()]
    reason = [scenario.handoff["reason"]] if scenario.handoff else []
    return [
        scenario.name,
        str(exercise(scenario.exercise).step),
        scenario.exercise,
        listed(plan),
        "any" if scenario.find_slots is None else str(scenario.find_slots),
        listed(scenario.waits, "any"),
        listed([*reason, *summary]),
    ]


def turns(scenario: Scenario) -> Iterator[list[str]]:
    """Yield the rows of a scenario as the second table should have them."""
    for number, due in enumerate(scenario.turns, start=1):
        state = due.state or (f"not {due.not_state}" if due.not_state else "any")
        booked = [f"{day}, {time}, {name}: {outcome}" for day, time, name, outcome in due.book]
        then = ["then find_slots"] if due.search_after_book else []
        yield [scenario.name, str(number), due.user, state, listed([*booked, *then])]


def test_the_table_of_the_nine_is_scenarios_json() -> None:
    """Names, steps, exercises, plans, counted searches, waits, reasons and summaries."""
    assert tables("The nine scenarios")[0] == [overview(scenario) for scenario in NINE]


def test_the_table_of_turns_is_scenarios_json() -> None:
    """Utterances, states and bookings, turn by turn."""
    assert tables("The nine scenarios")[1] == [row for one in NINE for row in turns(one)]


# lists of names


def test_the_tools_are_those_of_the_clinic() -> None:
    """With the arguments that each takes."""
    due = {name: list(inspect.signature(getattr(ClinicAPI, name)).parameters)[1:] for name in TOOLS}

    assert column(tables("The clinic")[0]) == [f"{name}({listed(due[name])})" for name in TOOLS]


def test_the_outcomes_are_those_of_the_clinic() -> None:
    """And each raises what the page says."""
    rows = tables("The clinic")[1]
    assert column(rows) == list(OUTCOMES)

    for outcome, told, _ in rows:
        api = ClinicAPI(plan={"book": [outcome.strip("`")]})
        try:
            api.book("tuesday", "10:00", "Jamie")
            raised = ["the answer"]
        except Exception as error:
            raised = [type(error).__name__]
        assert (in_code(told) or [told]) == raised


def test_the_eight_sentences_have_their_intents() -> None:
    """In the order in which the grader wants them."""
    assert dict(table("intents.jsonl (step 2)")) == SENTENCES
    assert column(table("intents.jsonl (step 2)")) == list(SENTENCES)


def test_the_intents_are_those_of_the_parser() -> None:
    """All eight, in the parser's order."""
    (sentence,) = re.findall(r"The intents are (.*?)\.", section("The parser"))

    assert in_code(sentence) == list(INTENTS)


def test_the_examples_of_the_parser_are_what_it_returns() -> None:
    """Word for word."""
    (code,) = blocks(section("The parser"))
    examples = re.findall(r'parse\("(.*?)"\)\n# (.*)', code)

    assert len(examples) == 2
    for text, result in examples:
        assert repr(parse(text)).replace("'", '"') == result


def test_the_states_are_those_of_the_code() -> None:
    """All seven, in the order of a conversation."""
    (sentence,) = re.findall(r"(?s)`state` is one of (.*?)\.\n", section("VoiceAgent"))

    assert in_code(sentence) == list(STATES)


def test_the_reasons_are_those_of_the_code() -> None:
    """All three."""
    (sentence,) = re.findall(r"The reason is (.*?)\.", section("VoiceAgent"))

    assert in_code(sentence) == list(REASONS)


def test_the_constructor_is_that_of_the_finished_agent() -> None:
    """Arguments, their order and their defaults."""
    wanted = re.findall(r"def __init__\((.*?)\): \.\.\.", section("VoiceAgent"))
    source = (ROOT / "solutions" / "agent.py").read_text("utf-8")
    (written,) = re.findall(r"(?s)def __init__\((.*?)\) -> None", source)
    plain = re.sub(r": [^=\n]+?(?=,\n| = )", "", written).replace(" = ", "=")

    assert [" ".join(plain.split()).rstrip(",")] == wanted


def test_the_verdicts_stand_from_mild_to_severe_with_their_exit_codes() -> None:
    """The table's order is the one by which a run gets its verdict."""
    rows = table("Verdicts")

    assert column(rows) == [str(verdict) for verdict in Verdict]
    assert [int(code) for code in column(rows, 2)] == [EXIT_CODES[verdict] for verdict in Verdict]
    assert re.findall(r"Code (\d+) means", section("Verdicts")) == [str(USAGE)]


def test_the_exercises_are_those_of_the_lab() -> None:
    """With their steps, files and scenarios."""
    due = [[one.name, str(one.step), one.file, listed(one.scenarios)] for one in EXERCISES]

    assert table("Exercises") == due


def test_the_points_are_those_of_a_run(tmp_path: Path) -> None:
    """An empty folder has as many checks as any other."""
    report = grade(Context(Submission(tmp_path)))

    assert re.findall(r"one point, (\d+) in all", section("Verdicts")) == [str(report.max_score)]
    assert {check.points for check in report.checks} == {1}


def test_the_limits_are_those_of_the_grader() -> None:
    """In the order of the table."""
    limits = Limits()
    numbers = [int(cell.split()[0]) for cell in column(table("Limits"), 1)]
    seconds = [limits.import_s, limits.turn_s, limits.scenario_s, limits.run_s]

    assert numbers == [*seconds, limits.calls_per_turn, limits.memory_bytes >> 30]


def test_the_keys_of_the_report_are_those_of_its_schema() -> None:
    """All of them, in the schema's order."""
    schema = json.loads((ROOT / "grader" / "report.schema.json").read_text("utf-8"))

    assert column(table("The JSON report")) == list(schema["properties"])


# what learners write


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("tools.json (step 1)", "tools retryable"),
        ("intents.jsonl (step 2)", "text llm rule"),
        ("intent_acc.json (step 2)", "llm rule"),
        ("traces.jsonl (step 8)", "scenario turn user state say tools outcomes"),
    ],
)
def test_every_file_has_an_example_that_is_json(heading: str, keys: str) -> None:
    """With just the keys that the grader reads."""
    (example,) = blocks(section(heading))

    assert list(json.loads(example)) == keys.split()


def test_the_files_are_those_of_the_exercises() -> None:
    """One heading each, with the steps it is for."""
    headings = re.findall(r"(?m)^### (\S+) \(steps? (\d)(?: to (\d))?\)$", PAGE)
    steps: dict[str, list[int]] = {}
    for one in EXERCISES:
        steps.setdefault(one.file, []).append(one.step)

    assert {file: [int(first), int(last or first)] for file, first, last in headings} == {
        file: [min(numbers), max(numbers)] for file, numbers in steps.items()
    }


# the rules


def test_there_are_ten_rules_in_their_order() -> None:
    """One heading each, which one finds by its number."""
    numbers = re.findall(r"(?m)^### Rule (\d+): ", PAGE)

    assert numbers == [str(number) for number in range(1, 11)]


def test_every_part_of_a_rule_is_marked() -> None:
    """What is asked, what goes beyond it, what is accepted, too: nothing stands unmarked."""
    for heading in re.findall(r"(?m)^### (Rule \d+: .*)$", PAGE):
        for paragraph in section(heading).strip().split("\n\n"):
            assert paragraph.startswith(
                ("**The rule.** ", "**Beyond it:** ", "**Also accepted:** ", "This rule", "- ")
            ), paragraph


# links


def without_examples(document: Path) -> str:
    return re.sub(r"(?ms)^```.*?^```", "", document.read_text("utf-8"))


def links(document: Path) -> list[str]:
    """Return the targets of a document's links and pictures, those outside left out."""
    text = without_examples(document)
    found = re.findall(r"\]\(([^)\s]+)[^)]*\)", text)
    found += re.findall(r"""(?:src|href)=["']([^"']+)""", text)
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def anchors(document: Path) -> set[str]:
    """Return the names under which a forge lets one link to a document's headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", without_examples(document))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_document
def test_every_relative_link_points_somewhere(document: Path) -> None:
    """The file is there, and so is the heading."""
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in anchors(target), link


def test_every_rule_and_section_is_in_the_table_of_contents() -> None:
    """Ten rules, each file, each part of the rest."""
    contents = {link[1:] for link in links(ROOT / "docs" / "contract.md") if link[0] == "#"}
    title = re.match("# (.*)", PAGE)

    assert title
    assert anchors(ROOT / "docs" / "contract.md") - contents == {
        title[1].lower().replace(" ", "-"),
    }
