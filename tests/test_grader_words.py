"""The words tools, intents and traces: files of steps 1, 2 and 8, right, wrong and odd."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.checks.intents import SENTENCES
from grader.context import Context
from grader.grading import grade
from grader.submission import find
from grader.verdicts import Check, Report
from voicekit.clinic import TOOLS
from voicekit.nlu import parse

AGENT = Path(__file__).parent / "agents" / "wrong" / "plain_agent.py"
TOOLS_JSON = {
    "tools": {name: {"irreversible": irreversible} for name, (irreversible, _) in TOOLS.items()},
    "retryable": ["ToolTimeout"],
}
INTENTS = [{"text": text, "llm": "unknown", "rule": parse(text)["intent"]} for text in SENTENCES]
COUNTS = {"llm": 1, "rule": 8}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An agent folder with right files for steps 1 to 7."""
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS_JSON))
    write_rows(tmp_path / "intents.jsonl", INTENTS)
    (tmp_path / "intent_acc.json").write_text(json.dumps(COUNTS))
    (tmp_path / "agent.py").write_bytes(AGENT.read_bytes())
    return tmp_path


def write_rows(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def report(folder: Path, word: str) -> Report:
    return grade(Context(find(folder)), [word])


def checks(folder: Path, word: str) -> dict[str, Check]:
    return {check.exercise: check for check in report(folder, word).checks}


def verdicts(folder: Path, word: str) -> list[str]:
    return [str(check.verdict) for check in checks(folder, word).values()]


def traces(folder: Path) -> list[dict[str, Any]]:
    """Return the rows that step 8 asks for, as the grader itself saw them."""
    scenarios = report(folder, "booking").scenarios
    return [
        {"scenario": name, **turn} for name, played in scenarios.items() for turn in played["turns"]
    ]


def test_right_files_pass(folder: Path) -> None:
    """What the contract asks for passes."""
    assert verdicts(folder, "tools") == ["PASSED", "PASSED"]
    assert verdicts(folder, "intents") == ["PASSED", "PASSED"]
    write_rows(folder / "traces.jsonl", traces(folder))
    assert verdicts(folder, "traces") == ["PASSED"]


@pytest.mark.parametrize(
    ("word", "names", "count"),
    [
        ("tools", ["tools.json"], 2),
        ("intents", ["intents.jsonl", "intent_acc.json"], 2),
        ("traces", [], 1),
        ("booking", ["agent.py"], 20),
    ],
)
def test_missing_files_are_not_attempted(
    folder: Path, word: str, names: list[str], count: int
) -> None:
    """No file is no mistake."""
    for name in names:
        (folder / name).unlink()

    assert verdicts(folder, word) == ["NOT ATTEMPTED"] * len(verdicts(folder, word))
    assert len(report(folder, word).checks) == count


@pytest.mark.parametrize(
    ("change", "exercise", "said"),
    [
        (lambda d: d["tools"].pop("book"), "classify-tools", "no entry for book"),
        (lambda d: d["tools"]["book"].update(irreversible=False), "classify-tools", "is False"),
        (lambda d: d["tools"]["book"].update(irreversible="true"), "classify-tools", "'true'"),
        (
            lambda d: d["tools"]["find_slots"].update(irreversible=True),
            "classify-tools",
            "find_slots",
        ),
        (lambda d: d.update(tools=[]), "classify-tools", "[]"),
        (lambda d: d["retryable"].append("ToolError"), "retryable-errors", "ToolError"),
        (lambda d: d.update(retryable=[]), "retryable-errors", "[]"),
        (lambda d: d.update(retryable="ToolTimeout"), "retryable-errors", "'ToolTimeout'"),
    ],
)
def test_wrong_tools_are_told(
    folder: Path, change: Callable[[Any], object], exercise: str, said: str
) -> None:
    """A wrong classification fails its exercise alone, and the message shows it."""
    document = json.loads(json.dumps(TOOLS_JSON))
    change(document)
    (folder / "tools.json").write_text(json.dumps(document))

    found = checks(folder, "tools")
    assert [name for name, check in found.items() if check.verdict != "PASSED"] == [exercise]
    assert said in found[exercise].message


@pytest.mark.parametrize("key", ["tools", "retryable"])
def test_half_a_file_is_half_attempted(folder: Path, key: str) -> None:
    """The two exercises of step 1 share a file; one may come before the other."""
    (folder / "tools.json").write_text(json.dumps({key: TOOLS_JSON[key]}))

    found = sorted(verdicts(folder, "tools"))
    assert found == ["NOT ATTEMPTED", "PASSED"]


def test_more_retryable_names_and_unknown_tools_are_no_mistake(folder: Path) -> None:
    """The seed does not forbid them; an unknown tool is worth a remark."""
    document = json.loads(json.dumps(TOOLS_JSON))
    document["retryable"].append("ConnectionError")
    document["tools"]["fly"] = {"irreversible": True}
    (folder / "tools.json").write_text(json.dumps(document))

    assert verdicts(folder, "tools") == ["PASSED", "PASSED"]
    assert any("'fly'" in remark for remark in report(folder, "tools").advice)


@pytest.mark.parametrize(
    ("name", "word"),
    [("tools.json", "tools"), ("intents.jsonl", "intents"), ("traces.jsonl", "traces")],
)
@pytest.mark.parametrize("content", [b"{", b"\xff\xfe{\x00", b"\x93\xfa\x96{", b'{"a": NaN}'])
def test_unreadable_files_are_not_gradable(
    folder: Path, name: str, word: str, content: bytes
) -> None:
    """A file that is no JSON or no UTF-8 is told by name."""
    (folder / name).write_bytes(content)

    first = report(folder, word).checks[0]
    assert first.verdict == "NOT GRADABLE"
    assert name in first.message


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows.pop(), "7 rows"),
        (lambda rows: rows.reverse(), "row 1 is about 'MY DOG"),
        (lambda rows: rows[2].update(rule="no"), "row 3: rule is 'no'"),
        (lambda rows: rows[7].update(llm="dog"), "row 8: llm is 'dog'"),
        (lambda rows: rows[7].pop("llm"), "row 8: llm is None"),
        (lambda rows: rows.__setitem__(0, "book"), "row 1 is about None"),
    ],
)
def test_wrong_intents_are_told(folder: Path, change: Callable[[Any], object], said: str) -> None:
    """A wrong row fails with its number; the counts then have to wait."""
    rows = json.loads(json.dumps(INTENTS))
    change(rows)
    write_rows(folder / "intents.jsonl", rows)

    assert verdicts(folder, "intents") == ["FAILED", "SKIPPED"]
    assert said in checks(folder, "intents")["ask-both"].message


def test_intents_may_be_objects_and_the_model_may_be_wrong(folder: Path) -> None:
    """An object with "intent" is read as that; the report says whose record llm is."""
    rows = [{**row, "llm": {"intent": "book"}, "rule": parse(row["text"])} for row in INTENTS]
    write_rows(folder / "intents.jsonl", rows)

    assert verdicts(folder, "intents") == ["PASSED", "PASSED"]
    assert any("own record" in remark for remark in report(folder, "intents").advice)


@pytest.mark.parametrize(
    "counts", [{"llm": 2, "rule": 8}, {"llm": "1", "rule": 8}, [], {"rule": 8}]
)
def test_wrong_counts_are_told(folder: Path, counts: Any) -> None:
    """The counts follow from the rows, as integers."""
    (folder / "intent_acc.json").write_text(json.dumps(counts))

    assert verdicts(folder, "intents") == ["PASSED", "FAILED"]
    assert "as whole numbers" in checks(folder, "intents")["count-right"].message


def test_traces_may_count_from_zero_have_a_bom_and_blank_lines(folder: Path) -> None:
    """None of these changes what was recorded."""
    rows = [{**row, "turn": row["turn"] - 1} for row in traces(folder)]
    text = "\r\n\r\n".join(json.dumps(row) for row in rows)
    (folder / "traces.jsonl").write_bytes(b"\xef\xbb\xbf" + text.encode())

    assert verdicts(folder, "traces") == ["PASSED"]


@pytest.mark.parametrize("key", ["state", "tools", "outcomes", "user", "turn", "scenario"])
def test_a_changed_trace_is_told_by_place(folder: Path, key: str) -> None:
    """The first row that differs is named, with what the agent does now."""
    rows = traces(folder)
    rows[4][key] = {"turn": 9, "tools": [], "outcomes": []}.get(key, "other")
    write_rows(folder / "traces.jsonl", rows)

    (check,) = report(folder, "traces").checks
    assert (str(check.verdict), check.scenario, check.turn) == ("FAILED", "happy", 5)
    assert f"{key} is" in check.message


def test_wording_is_not_compared(folder: Path) -> None:
    """`say` may have changed since."""
    write_rows(folder / "traces.jsonl", [{**row, "say": "…"} for row in traces(folder)])

    assert verdicts(folder, "traces") == ["PASSED"]


def test_missing_rows_are_counted(folder: Path) -> None:
    """A trace that ends early says how many rows it has and how many there should be."""
    rows = traces(folder)
    write_rows(folder / "traces.jsonl", rows[:-1])

    (check,) = report(folder, "traces").checks
    assert f"{len(rows) - 1} rows" in check.message
    assert f"{len(rows)} rows" in check.message


def test_a_stale_trace_is_told_as_stale(folder: Path) -> None:
    """A trace older than agent.py is to be written again, not to be searched for a mistake."""
    rows = traces(folder)
    rows[0]["state"] = "LISTEN"
    write_rows(folder / "traces.jsonl", rows)
    os.utime(folder / "traces.jsonl", (0, 0))

    assert "older than agent.py" in report(folder, "traces").checks[0].message


def test_traces_wait_for_an_agent_that_can_be_played(folder: Path) -> None:
    """Without an agent there is nothing to compare with."""
    write_rows(folder / "traces.jsonl", traces(folder))
    (folder / "agent.py").write_text("oops(")

    assert verdicts(folder, "traces") == ["SKIPPED"]
