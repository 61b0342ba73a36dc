"""The report in all its formats: they say the same, and take nothing for markup."""

import ast
import itertools
import json
import re
import shutil
import string
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

import grader.__main__ as command
from grader import console
from grader.context import Context
from grader.feedback import LEVELS, reduced
from grader.grading import grade
from grader.limits import Limits
from grader.reports import files, gradescope, junit, page, text, timeline, words
from grader.reports.elements import shown
from grader.reports.files import FORMATS
from grader.submission import find
from grader.verdicts import Check, Report, Verdict, unfinished
from voicekit.errors import BadInput

ROOT = Path(__file__).parent.parent
AGENTS = ROOT / "tests" / "agents"
REPORTS = ROOT / "grader" / "reports"
SCHEMA = json.loads((ROOT / "grader" / "report.schema.json").read_text("utf-8"))
GRADESCOPE = json.loads((REPORTS / "gradescope.schema.json").read_text("utf-8"))
TITLE = "Graded: agent.py"
HASTY = Limits(import_s=2.0, turn_s=1.0, settle_s=0.4)
VERDICTS = {str(verdict) for verdict in Verdict}
WIDE = 10**6  # columns: nothing is wrapped
CHOSEN = """wrong/plain_agent.py right/japanese right/print_flood right/huge_say
 wrong/no_books.py wrong/retries_booking.py wrong/async_handle.py wrong/forgets_state.py
 wrong/waits_in_milliseconds.py overfit/knows_two_days.py cases/prints_debug.py
 hostile/thread_books_after.py hostile/outside_escapes.py hostile/import_error.py
 hostile/hangs.py hostile/leaks_state.py hostile/lying_str.py hostile/exception_str_huge.py
 hostile/outside_class_name_escape.py""".split()
Row = tuple[str, bool, str, str, int, str]  # word, is varied, name, verdict, points, message


@cache
def report_on(name: str) -> Report:
    return grade(Context(find(AGENTS / name), seed=3, limits=HASTY))


every_agent = pytest.mark.parametrize("name", CHOSEN)


def wanted(report: Report) -> list[Row]:
    """Return the checks as the report's own code has them, part by part."""
    return [
        (word, is_varied, one.name, str(one.verdict), one.earned, one.message)
        for (word, is_varied), checks in report.parts().items()
        for one in checks
    ]


def as_shown(rows: list[Row]) -> list[Row]:
    return [(*row[:2], shown(row[2]), *row[3:5], shown(row[5])) for row in rows]


# reading each format back


class Read(HTMLParser):
    """A page, read back: its elements, and the text in each that has an id, and in the h1."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str | None] = []
        self.feed(source)
        self.close()
        assert self._open == []  # every element that was begun was ended

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name = tag if tag == "h1" else attributes.get("id")
        self.elements.append((tag, attributes))
        if tag != "meta":
            self._open.append(name)
        if name:
            assert name not in self.texts  # an id is somebody's alone
            self.texts[name] = []

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for name in filter(None, self._open):
            self.texts[name].append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for one, attributes in self.elements if one == tag]


def from_json(report: Report) -> list[Row]:
    document = json.loads(FORMATS["json"].made(report, TITLE))
    jsonschema.validate(document, SCHEMA)
    assert document["verdict"] == report.verdict
    assert (document["score"], document["max_score"]) == (report.score, report.max_score)
    rows = zip(document["checks"], report.checks, strict=True)
    found = {id(check): (row["verdict"], row["points"], row["message"]) for row, check in rows}
    return [
        (word, is_varied, one.name, *found[id(one)])
        for (word, is_varied), checks in report.parts().items()
        for one in checks
    ]


def from_junit(report: Report) -> list[Row]:
    rows = []
    for suite in ElementTree.fromstring(junit.junit(report, TITLE).encode()):
        word, _, varied = suite.attrib["name"].partition(", ")
        for case in suite.iter("testcase"):
            told = [one for one in case if one.tag != "properties"]
            verdict = told[0].attrib["type"] if told else "PASSED"
            points = {one.attrib["name"]: one.attrib["value"] for one in case.iter("property")}
            message = told[0].attrib["message"] if told else ""
            name, earned = case.attrib["name"], int(points["points"])
            rows.append((word, varied == "varied", name, verdict, earned, message))
    return rows


def from_gradescope(report: Report) -> list[Row]:
    document = gradescope.results(report)
    jsonschema.validate(document, GRADESCOPE)
    assert document["score"] == sum(test["score"] for test in document["tests"]) == report.score
    assert sum(test["max_score"] for test in document["tests"]) == report.max_score
    assert document["output"].startswith(text.result(report))
    rows = []
    for test in document["tests"]:
        part, _, name = test["name"].partition(": ")
        word, _, varied = part.partition(", ")
        verdict, _, message = test["output"].partition(": ")
        assert (test["status"] == "passed") == (verdict == "PASSED")
        assert test["extra_data"]["verdict"] == verdict
        rows.append((word, varied == "varied", name, verdict, test["score"], message))
    return rows


def from_page(report: Report) -> list[Row]:
    """Read the page; where it leads to another row's message, take that one's."""
    read = Read(page.page(report, TITLE))
    assert "".join(read.texts["h1"]) == f"{report.verdict} {text.points(report)}"
    rows: dict[int, Row] = {}
    for number, check in enumerate(report.checks, start=1):
        parts = [part.strip() for part in read.texts[f"check-{number}"] if part.strip()]
        whole = " ".join(parts)
        assert shown(check.name) in parts
        assert re.search(rf"\b{check.earned} of {check.points}\b", whole)
        verdict = next(part for part in parts if part in VERDICTS)
        led = [part[7:-1] for part in parts if part.startswith("As for ")]
        if led:
            same = [one for one in report.checks if one.message == check.message]
            assert shown(same[0].name) == led[0] or led[0] in [shown(one.name) for one in same]
        else:
            for part in (check.observed, check.expected, check.reason):
                assert not part or shown(part) in whole
        is_varied = check.run == "varied"
        row = (check.word, is_varied, check.name, verdict, check.earned, check.message)
        rows[id(check)] = row
    return [rows[id(one)] for checks in report.parts().values() for one in checks]


def from_text(report: Report) -> list[Row]:
    """Read the text; a message that stands there once counts for all that have it."""
    whole = text.text(report, TITLE, WIDE)
    assert whole.endswith(f"{report.verdict}")
    assert f"{report.score} of {report.max_score} points" in whole.splitlines()[-1]
    rows: dict[tuple[str, bool, str], str] = {}
    word, is_varied = "", False
    for line in whole.splitlines()[2:]:
        found = re.fullmatch(rf"  ({'|'.join(Verdict)}) +(.+)", line)
        if line and not line.startswith(" "):
            word, is_varied = line, False
        elif line.startswith("  varied: "):
            is_varied = True
        elif found:
            names = found[2].split(", ") if is_varied else [found[2]]
            rows.update({(word, is_varied, name): found[1] for name in names})
    flat = " ".join(whole.split())
    found_rows = []
    for word, is_varied, name, _, earned, message in wanted(report):
        check = next(
            one
            for one in report.parts()[word, is_varied]
            if (one.name, one.message) == (name, message)
        )
        for part in (check.observed, check.expected, check.reason):
            assert not part or " ".join(shown(part).split()) in flat
        verdict = rows[word, is_varied, " ".join(shown(name).split())]
        found_rows.append((word, is_varied, name, verdict, earned, message))
    return found_rows


@every_agent
@pytest.mark.parametrize("level", LEVELS)
def test_every_report_of_the_same_run_says_the_same(name: str, level: str) -> None:
    """Verdict, points and message of each check, in all five."""
    report = reduced(report_on(name), level)

    assert from_json(report) == wanted(report)
    assert from_junit(report) == as_shown(wanted(report))
    assert from_gradescope(report) == as_shown(wanted(report))
    assert from_page(report) == wanted(report)
    assert from_text(report) == wanted(report)


def test_the_files_of_the_other_steps_are_in_them_too(tmp_path: Path) -> None:
    """Wrong files beside the agent: each a row with what came and what was due."""
    shutil.copyfile(AGENTS / "wrong" / "plain_agent.py", tmp_path / "agent.py")
    (tmp_path / "tools.json").write_text('{"tools": {"book": false}, "retryable": ["ToolError"]}')
    (tmp_path / "intents.jsonl").write_text('{"text": "hi", "llm": "no", "rule": "yes"}\n')
    (tmp_path / "intent_acc.json").write_text('{"llm": 9}')
    (tmp_path / "traces.jsonl").write_text('{"scenario": "happy", "turn": 7}\n')
    report = grade(Context(find(tmp_path), seed=3))

    others = [check for check in report.checks if check.word != "booking"]
    assert Verdict.PASSED not in {check.verdict for check in others}
    assert len([check for check in others if check.observed]) >= 3
    for read in (from_json, from_junit, from_gradescope, from_page, from_text):
        assert read(report) == wanted(report)


# how much is told


def written(report: Report) -> dict[str, str]:
    """Return the report in every format, as one reads it: without escapes and line breaks."""
    made = {name: one.made(report, TITLE) for name, one in FORMATS.items()}
    read = Read(made["html"])
    made["html"] = "".join(read.texts["results"])
    made["junit"] = " ".join(
        " ".join([*one.attrib.values(), one.text or ""])
        for one in ElementTree.fromstring(made["junit"].encode()).iter()
    )
    made |= {key: str(json.loads(made[key])) for key in ("json", "gradescope")}
    return {**made, "text": text.text(report, TITLE, WIDE)}


def secrets(report: Report) -> Iterator[str]:
    """Yield what came from the learner's code, and what was due."""
    for check in report.checks:
        yield from filter(None, (check.observed, check.expected, check.user))
    yield from report.learner_output.splitlines()[1:]
    for record in report.scenarios.values():
        yield from (turn["say"] for turn in record["turns"] if isinstance(turn["say"], str))


@pytest.mark.parametrize("level", ["where", "verdict"])
@pytest.mark.parametrize(
    "name",
    ["wrong/no_books.py", "wrong/forgets_state.py", "hostile/outside_escapes.py"],
)
def test_feedback_leaves_no_value_in_any_format(name: str, level: str) -> None:
    """Neither what came nor what was due, nor what the agent said or printed."""
    report = report_on(name)
    values = {one for one in secrets(report) if len(one) > 3}

    assert any(one in written(report)["text"] for one in values)
    for made in written(reduced(report, level)).values():
        assert [one for one in values if one in made or shown(one) in made] == []


def test_where_tells_the_turn_and_the_exercise_and_verdict_neither() -> None:
    report = report_on("wrong/no_books.py")
    told = {level: written(reduced(report, level)) for level in LEVELS}

    for made in told["where"].values():
        assert "confirm_no, turn 2: look at the exercise confirm-no." in made
    for made in told["verdict"].values():
        assert "turn 2" not in made
        assert (
            "only verdicts and points" in made
            or "'feedback': 'verdict'" in made
            or ("feedback verdict" in made)
        )


def test_no_level_hides_that_a_run_did_not_end() -> None:
    for level in LEVELS:
        for made in written(reduced(unfinished("Traceback: secret"), level)).values():
            assert "did not come to its end" in made
            assert "GRADER ERROR" in made
            assert ("Traceback" in made) == (level == "full")


def test_the_command_prints_no_more_than_it_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A level holds for all files and for the terminal; what is said of the lab stays."""
    monkeypatch.setattr(command.checksums, "advice", lambda: ["lab files were changed"])
    paths = targets(tmp_path)
    agent = AGENTS / "wrong" / "no_books.py"
    run(agent, "--only", "booking", "--feedback", "where", *options(paths))

    for told in (capsys.readouterr().out, *(path.read_text("utf-8") for path in paths.values())):
        assert "confirm_no, turn 2: look at the exercise confirm-no." in told
        assert "no call of book" not in told
        assert "lab files were changed" in told


# the files


def run(*arguments: object) -> int:
    try:
        return command.main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        return int(leaving.code or 0)


def targets(folder: Path) -> dict[str, Path]:
    return {name: folder / f"report.{name}" for name in FORMATS}


def options(paths: dict[str, Path]) -> list[object]:
    return [part for name, path in paths.items() for part in (f"--{name}", path)]


def assert_unfinished(paths: dict[str, Path]) -> None:
    """Every file is there, is what it claims to be, and says whose fault it is."""
    document = json.loads(paths["json"].read_text("utf-8"))
    jsonschema.validate(document, SCHEMA)
    assert document["verdict"] == "GRADER ERROR"
    root = ElementTree.fromstring(paths["junit"].read_bytes())
    assert (root.attrib["errors"], root.attrib["failures"]) == ("1", "0")
    assert len(list(root.iter("error"))) == 1
    results = json.loads(paths["gradescope"].read_text("utf-8"))
    jsonschema.validate(results, GRADESCOPE)
    assert results["score"] == 0
    assert "GRADER ERROR" in results["output"]
    told = Read(paths["html"].read_text("utf-8")).texts["results"]
    assert "the run did not come to its end" in "".join(told)


def test_every_file_is_there_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = targets(tmp_path)

    def killed(*_: object) -> None:
        assert_unfinished(paths)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "grade", killed)
    with pytest.raises(KeyboardInterrupt):
        run(AGENTS / "wrong" / "plain_agent.py", *options(paths))

    assert_unfinished(paths)


@pytest.mark.parametrize("broken", ["grade", "a format"])
def test_every_file_is_there_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """Also where one of the formats can't be made of this report."""
    paths = targets(tmp_path)

    def fails(*_: object) -> None:
        raise RuntimeError("ours")

    if broken == "grade":
        monkeypatch.setattr(command, "grade", fails)
    else:
        monkeypatch.setattr(page.dialogue, "scenario", fails)

    assert run(AGENTS / "wrong" / "no_books.py", "--only", "booking", *options(paths)) == 3
    assert_unfinished(paths)


def test_a_file_that_cant_be_written_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash each one is tried, and says what happened."""
    paths = targets(tmp_path)
    write = files.workspace.write

    def fails(*_: object) -> None:
        monkeypatch.setattr(files.workspace, "write", full)
        raise RuntimeError("ours")

    def full(path: Path, content: str) -> None:
        if path == paths["json"]:
            raise BadInput(str(path), expected="room", got="a full disk")
        write(path, content)

    monkeypatch.setattr(command, "grade", fails)

    assert run(AGENTS / "wrong" / "no_books.py", *options(paths)) == 3
    assert_unfinished(paths)
    told = {name for name, path in paths.items() if "ours" in path.read_text("utf-8")}
    assert told == set(FORMATS) - {"json"}


def test_a_run_writes_all_of_them_and_the_same_each_time(tmp_path: Path) -> None:
    bytes_of = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        paths = targets(tmp_path / name)
        agent = AGENTS / "wrong" / "no_books.py"
        assert run(agent, "--only", "booking", "--seed", 5, *options(paths)) == 1
        bytes_of.append([path.read_bytes() for path in paths.values()])

    assert bytes_of[0] == bytes_of[1]
    assert all(b"FAILED" in one for one in bytes_of[0])


@pytest.mark.parametrize("name", FORMATS)
def test_no_report_takes_the_place_of_what_is_graded(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In each format: a submission's file, Python, a folder that isn't there, a file twice."""
    agent = tmp_path / "agent.py"
    agent.write_text("class VoiceAgent: pass\n")
    (tmp_path / "link").symlink_to("agent.py")
    other = "json" if name != "json" else "html"
    for given in (
        [f"--{name}", agent],
        [f"--{name}", tmp_path / "link"],
        [f"--{name}", tmp_path / "traces.jsonl"],
        [f"--{name}", tmp_path / "other.py"],
        [f"--{name}", tmp_path / "none" / "report"],
        [f"--{name}", tmp_path / "report", f"--{other}", tmp_path / "report"],
        [f"--{name}", tmp_path / "report", f"--{other}", tmp_path / "Report"],
    ):
        assert run(tmp_path, *given) == 64
        assert len(capsys.readouterr().err.splitlines()) == 1

    assert sorted(one.name for one in tmp_path.iterdir()) == ["agent.py", "link"]
    assert agent.read_text() == "class VoiceAgent: pass\n"


# nothing is taken for markup

EVIL = (
    "</pre></td><script>alert(1)</script><img src=x onerror=alert(1)>\" onload='x' ]]>"
    " &amp; <!-- \x00\x08\x1b[2J\x9b \u202egnp.exe\u2066 \ud800 \ufffe \uffff <svg/onload=x>"
)
ELEMENTS = """html head meta title style body a header main section h1 h2 h3 p div span strong em
 code pre ol ul li dl dt dd table caption thead tbody tr th td details summary svg desc g line
 circle rect text""".split()
ATTRIBUTES = """lang charset http-equiv content name href class id scope role aria-label
 aria-labelledby aria-describedby tabindex open width height viewbox x y x1 y1 x2 y2 cx cy r rx
 text-anchor""".split()


def evil_report() -> Report:
    """Return a report that holds a text of this kind wherever a learner can put one."""
    call = {"tool": EVIL, "args": [EVIL, {EVIL: EVIL}], "outcome": "ok"}
    due = {"user": EVIL, "state": EVIL, "not_state": None, "search_after_book": True}
    record = {
        "turns": [
            {"turn": 1, "user": EVIL, "say": EVIL, "state": EVIL, "events": [call] * 50},
            {"turn": 2, "user": EVIL, "say": {EVIL: 1}, "state": [EVIL], "events": [{"wait": 1}]},
            {"turn": 3, "user": EVIL, "say": None, "state": None, "events": []},
        ],
        "waits": [1.0],
        "handoff": {EVIL: EVIL},
        "built": [{**call, "late": True}],
        "script": {
            "plan": {EVIL: [EVIL]},
            "turns": [{**due, "book": [[EVIL] * 4]}] * 4,
            "find_slots": 2,
            "waits": [1.0],
            "handoff": {EVIL: EVIL},
        },
    }
    told = {"reason": EVIL, "expected": EVIL, "observed": EVIL, "turn": 1, "user": EVIL}
    checks = [
        Check("booking", "confirm-no", Verdict.FAILED, scenario=EVIL, **told),
        Check("booking", "tool-calls", Verdict.FAILED, **told),
        Check("booking", "confirm-no", Verdict.FAILED, EVIL, EVIL, "varied"),
        Check("traces", "write-traces", Verdict.NOT_GRADABLE, EVIL),
    ]
    return Report(checks, [EVIL], 1, {EVIL: record}, EVIL, [EVIL])


def test_no_text_becomes_markup_in_the_page() -> None:
    """Whatever is in it, the page has our elements and attributes, and no others."""
    source = page.page(evil_report(), EVIL)
    read = Read(source)

    assert {tag for tag, _ in read.elements} == set(ELEMENTS)
    assert {name for _, attributes in read.elements for name in attributes} == set(ATTRIBUTES)
    assert shown(EVIL) in "".join(read.texts["check-1"])
    assert len(read.all("style")) == 1
    source.encode("utf-8")
    assert not set(source) & set("\x00\x08\x1b\x9b\u202e\u2066\ufffe\uffff")


def test_no_text_becomes_markup_in_junit() -> None:
    """What XML can't hold is spelled out."""
    source = junit.junit(evil_report(), EVIL)
    root = ElementTree.fromstring(source.encode("utf-8"))

    allowed = "testsuites testsuite properties property testcase failure error skipped system-out"
    assert {one.tag for one in root.iter()} <= set(allowed.split())
    assert root.attrib["name"] == shown(EVIL)
    assert [one.text for one in root.iter("system-out")] == [shown(EVIL)]
    assert r"\x1b[2J" in source
    assert r"\ud800 \ufffe \uffff" in source


def test_gradescope_is_told_that_nothing_is_markup() -> None:
    """Every text it shows has a format, and that is plain text."""
    document = gradescope.results(evil_report())
    jsonschema.validate(document, GRADESCOPE)

    assert shown(EVIL) in document["output"]
    json.dumps(document, ensure_ascii=False).encode("utf-8")
    assert {document[key] for key in document if key.endswith("_format")} == {"text"}
    assert {test["output_format"] for test in document["tests"]} == {"text"}


# JUnit


@every_agent
def test_junit_has_the_form_that_services_read(name: str) -> None:
    """Suites with true counts, cases with at most one outcome, and no invented times."""
    report = report_on(name)
    root = ElementTree.fromstring(junit.junit(report, TITLE).encode())

    assert root.tag == "testsuites"
    assert [suite.attrib["name"] for suite in root] == [
        f"{word}, varied" if is_varied else word for word, is_varied in report.parts()
    ]
    totals = dict.fromkeys(("tests", "failures", "errors"), 0)
    for suite in root:
        cases = suite.findall("testcase")
        counts = {f"{kind}s": len(list(suite.iter(kind))) for kind in ("failure", "error")}
        assert suite.attrib == {
            "name": suite.attrib["name"],
            "tests": str(len(cases)),
            "skipped": str(len(list(suite.iter("skipped")))),
            **{key: str(count) for key, count in counts.items()},
        }
        for key, count in {"tests": len(cases), **counts}.items():
            totals[key] += count
        order = [one.tag for one in suite]
        assert order == sorted(order, key=["properties", "testcase", "system-out"].index)
        for case in cases:
            assert set(case.attrib) == {"name", "classname"}
            assert case[0].tag == "properties"
            assert len(case) <= 2
    assert root.attrib == {"name": TITLE, **{key: str(value) for key, value in totals.items()}}


def test_each_verdict_has_its_outcome_in_junit() -> None:
    checks = [Check("tools", f"{v.name.lower()}".replace("_", "-"), v, "why") for v in Verdict]
    root = ElementTree.fromstring(junit.junit(Report(checks), TITLE).encode())
    found = {
        case.attrib["name"]: [one.tag for one in case if one.tag != "properties"]
        for case in root.iter("testcase")
    }

    assert found == {
        "passed": [],
        "not-attempted": ["skipped"],
        "skipped": ["skipped"],
        "failed": ["failure"],
        "not-gradable": ["error"],
        "grader-error": ["error"],
    }


def test_a_failure_says_what_came_what_was_due_and_what_is_next() -> None:
    root = ElementTree.fromstring(junit.junit(report_on("wrong/no_books.py"), TITLE).encode())
    (failure,) = root.iter("failure")

    assert (failure.text or "").splitlines() == [
        "came: book(tuesday, 14:30, Jamie): ok",
        "due: no call of book in this turn",
        'next: Only intent "yes" heard in CONFIRM calls book, and once.',
    ]


# the page


@every_agent
def test_the_page_needs_nothing_else_and_is_in_order(name: str) -> None:
    """No address, no script; links that lead somewhere; headings, tables and names in order."""
    source = page.page(report_on(name), TITLE)
    read = Read(source)

    assert not re.search(r"url\(|@import|<script|\bsrc=|\bon\w+=", source.lower().split("<body")[0])
    assert {one["href"][:1] for one in read.all("a") if one["href"]} == {"#"}
    assert {str(one["href"])[1:] for one in read.all("a")} <= set(read.texts)
    assert [one["lang"] for one in read.all("html")] == ["en"]
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))
    tags = [tag for tag, _ in read.elements]
    assert tags.count("caption") == tags.count("table") > 0
    assert {one.get("scope") for one in read.all("th")} == {"col", "row"}
    for attributes in (attributes for _, attributes in read.elements):
        for key in ("aria-labelledby", "aria-describedby"):
            assert attributes.get(key) is None or attributes[key] in read.texts
    assert len(read.all("header")) == len(read.all("main")) == 1


def sections(name: str) -> dict[str, tuple[dict[str, str | None], str]]:
    """Return the printed scenarios of a page: whether open, and all that is said."""
    report = report_on(name)
    read = Read(page.page(report, TITLE))
    opened = iter(read.all("details"))
    return {
        check.name: (next(opened), " ".join(read.texts[f"check-{number}"]))
        for number, check in enumerate(report.checks, start=1)
        if check.run == "printed" and check.scenario
    }


def test_a_dialogue_is_open_where_it_failed() -> None:
    found = sections("wrong/no_books.py")

    assert [name for name, (attributes, _) in found.items() if "open" in attributes] == [
        "confirm_no"
    ]
    assert "Here is the first problem." in found["confirm_no"][1]
    assert "Here is the first problem." not in found["taken"][1]


def test_the_picture_says_in_words_what_it_shows() -> None:
    """Calls with their outcomes, waits, the state that came and the one that was due."""
    told = sections("wrong/plain_agent.py")["retry_fail"][1]

    assert "retry_fail as a picture" in told
    assert (
        "turn 2: find_slots(tuesday): timeout; waits 0.5 s; find_slots(tuesday): timeout;"
        " waits 1 s; find_slots(tuesday): timeout; then HANDOFF (due HANDOFF)." in told
    )
    table = told[told.index("retry_fail, turn by turn") :]
    assert table.count("find_slots(tuesday): timeout") == 3
    assert "waits 0.5 s" in table
    assert "state HANDOFF" in table


def test_a_turn_that_was_not_reached_is_told() -> None:
    assert "not reached" in sections("hostile/hangs.py")["confirm_no"][1]


def test_a_picture_stays_small_however_much_is_called() -> None:
    """What is left out is counted, in the picture and in its words."""
    calls = [{"tool": "find_slots", "args": ["friday"], "outcome": "ok"}] * 1000
    row = {"label": "turn 1", "events": calls, "state": "ASK_TIME", "due": ""}
    picture = timeline.timeline("happy", 1, [row])

    assert len(list(picture.iter("circle"))) == timeline.MOST
    assert int(picture.attrib["width"]) < 1200
    assert "992 more" in [one.text for one in picture.iter("text")]
    assert "992 more" in str(picture.findtext("desc"))


def test_a_call_after_the_answer_is_told_as_one() -> None:
    """It is in the report, in the page, and counts for no turn."""
    report = report_on("hostile/thread_books_after.py")
    late = [
        event
        for record in report.scenarios.values()
        for turn in record["turns"]
        for event in turn["events"]
        if event.get("late")
    ]

    assert {event["tool"] for event in late} == {"book"}
    assert "after handle had returned" in page.page(report, TITLE)


# the text


@every_agent
@pytest.mark.parametrize("width", [40, 52, 79])
def test_the_text_fits_and_says_the_same_in_any_width(name: str, width: int) -> None:
    """A narrow terminal shows the same characters in the same order."""
    report = report_on(name)
    lines = text.text(report, TITLE, width).splitlines()[2:]
    wide = text.text(report, TITLE, WIDE).splitlines()[2:]

    assert max(map(len, lines)) <= width
    assert "".join("".join(lines).split()) == "".join("".join(wide).split())


@pytest.mark.parametrize(
    ("columns", "is_terminal", "due"),
    [(20, True, 40), (50, True, 50), (200, True, 79), (50, False, 79)],
)
def test_the_width_is_the_terminal_s_within_bounds(
    columns: int, is_terminal: bool, due: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(console.sys.stdout, "isatty", lambda: is_terminal)

    assert console.width() == due


def test_what_is_left_out_of_the_output_is_counted() -> None:
    report = Report([Check("tools", "ask-both", Verdict.PASSED)], learner_output="line\n" * 99)

    assert "[… 59 more lines: they are in the JSON report]" in text.text(report, TITLE)


# the catalogue


def test_every_word_is_used_and_given_what_it_needs() -> None:
    used: set[str] = set()
    for file in sorted(REPORTS.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and file.name != "words.py":
                used.add(str(node.value))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell":
                key: Any = node.args[0]
                given = {keyword.arg for keyword in node.keywords}
                if isinstance(key, ast.Constant) and None not in given:
                    told = string.Formatter().parse(words.ENGLISH[str(key.value)])
                    assert {field for _, field, _, _ in told if field} <= given, key.value
    levels = {f"feedback {level}" for level in LEVELS if level != "full"}

    assert set(words.ENGLISH) - used - levels == set()
    assert levels <= set(words.ENGLISH)


# the contract


def test_the_contract_names_every_format_and_level() -> None:
    """Its tables are those of the command."""
    contract = (ROOT / "docs" / "contract.md").read_text("utf-8")
    told = contract[contract.index("### The report files") :]

    assert re.findall(r"(?m)^\| `--(\w+) FILE`", told) == list(FORMATS)
    assert re.findall(r"(?m)^\| (\w+) \| (?!what)", told[told.index("| level |") :]) == list(LEVELS)
