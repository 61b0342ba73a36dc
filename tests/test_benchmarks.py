"""The benchmarks: the list that parsers are compared by, and how others' answers are read."""

import json
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from benchmarks.parse import answers
from benchmarks.parse.answers import Heard, verdict, wrapped
from grader.checks.intents import SENTENCES
from voicekit.nlu import DAYS, INTENTS, parse

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
NOW = datetime(2026, 12, 3)


def read(name):
    return [json.loads(line) for line in (BENCHMARKS / name).read_text("utf-8").splitlines()]


UTTERANCES = read("parse/utterances.jsonl")


def heard(day=None, time=None):
    """Each a text of all readings: "10:00 22:00"; "-" is none."""
    return Heard(
        *(frozenset(None if r == "-" else r for r in (s or "-").split()) for s in (day, time))
    )


# --- the lists --------------------------------------------------------------------------------


def test_the_list_of_utterances_is_well_formed():
    assert len({row["text"] for row in UTTERANCES}) == len(UTTERANCES) >= 60
    for row in UTTERANCES:
        assert row.keys() - {"date", "either"} == {"text", "day", "time"}
        assert row["day"] in {None, *DAYS}
        assert row["time"] is None or re.fullmatch(r"[012]\d:[0-5]\d", row["time"])


def test_marks_that_favour_another_parser_only_mark_what_its_answer_is_forgiven():
    """A date that is no weekday, and a seven without its half of the day."""
    for row in UTTERANCES:
        if "date" in row:
            assert verdict(None, wrapped(heard(day="friday"), row["text"]).day) == "right"
        for time in row.get("either", []):
            assert verdict(None, wrapped(heard(time=time), row["text"]).time) == "right"


def test_our_parser_is_right_on_the_whole_list():
    wrong = [
        row["text"]
        for row in UTTERANCES
        for said in [parse(row["text"])]
        if (said["day"], said["time"]) != (row["day"], row["time"])
    ]
    assert wrong == []


def test_the_sentences_are_three_an_intent_and_none_is_an_example():
    sentences, examples = read("intents/sentences.jsonl"), read("intents/examples.jsonl")
    for rows, each in ((sentences, 3), (examples, 4)):
        intents = [row["intent"] for row in rows]
        assert {intent: intents.count(intent) for intent in INTENTS} == dict.fromkeys(INTENTS, each)
    texts = [row["text"].casefold() for row in sentences + examples]
    assert len({*texts, *map(str.casefold, SENTENCES)}) == len(texts) + len(SENTENCES)


# --- how an answer is read --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "due"),
    [
        ([], heard()),
        ([["2026-12-08T10:00:00", "time"]], heard("tuesday", "10:00")),
        ([["2026-12-03T14:30:00", "time"]], heard("- thursday", "14:30")),
        ([["2026-12-08T00:00:00", "tuesday"]], heard("tuesday", "- 00:00")),
        ([["2027-05-03T00:00:00", "month"]], heard("- monday", "- 00:00")),
        ([["2026-12-04T09:00:00", "part_of_day"]], heard("friday", "- 09:00")),
        ([["2026-12-04T09:00:00", "Friday morning"]], heard("friday", "- 09:00")),
        ([["2026-12-04T09:00:00", "Friday 9 am"]], heard("friday", "09:00")),
        (
            [["2026-12-08T00:00:00", "a"], ["2026-12-09T00:00:00", "b"]],
            heard("wednesday", "- 00:00"),
        ),
    ],
)
def test_moments_of_dateparser(found, due):
    assert answers.dateparser(found, NOW) == due


def value(timex, type_="datetime"):
    return {"timex": timex, "type": type_}


@pytest.mark.parametrize(
    ("found", "due"),
    [
        ([], heard()),
        (
            [["two thirty", [value("T02:30", "time"), value("T14:30", "time")]]],
            heard(None, "02:30 14:30"),
        ),
        ([["tuesday at ten", [value("XXXX-WXX-2T10")]]], heard("tuesday", "10:00")),
        ([["next monday", [value("2026-12-07", "date")]]], heard("monday")),
        ([["saturdays", [value("XXXX-WXX-6", "set")]]], heard("saturday")),
        ([["friday morning", [value("XXXX-WXX-5TMO", "datetimerange")]]], heard("friday")),
        ([["friday, august 24th", [value("XXXX-08-24", "date")]]], heard("friday")),
        ([["may", [value("XXXX-05", "daterange")]]], heard()),
        ([["10 to 2", [value("(T10,T14,PT4H)", "timerange")]]], heard()),
        ([["after 4 pm", [value("T16", "timerange")]]], heard()),
        ([["now", [value("PRESENT_REF")]]], heard()),
        ([["?", []], ["ten", [value("T10", "time")]]], heard(None, "10:00")),
    ],
)
def test_values_of_recognizers(found, due):
    assert answers.recognizers(found) == due


@pytest.mark.parametrize(
    ("found", "due"),
    [
        (["2026-12-03T00:00:00", False, False, False], heard()),
        (["2026-12-08T10:00:00", True, True, False], heard("tuesday", "10:00")),
        (["2026-12-04T06:00:00", True, True, True], heard("friday", "- 06:00")),
        (["2026-12-03T14:30:00", False, True, False], heard(None, "14:30")),
    ],
)
def test_moments_of_parsedatetime(found, due):
    assert answers.parsedatetime([found]) == due


@pytest.mark.parametrize(
    ("answer", "text", "due"),
    [
        (heard("friday", "02:30"), "friday 2:30", heard("friday", "02:30 14:30")),
        (heard("friday", "02:30"), "2:30 a.m. tomorrow", heard(None, "02:30")),
        (heard(None, "19:00"), "seven", heard(None, "- 19:00")),
        (heard(None, "19:00"), "SEVEN P M", heard(None, "19:00")),
        (heard(None, "- 00:00"), "ten", heard(None, "- 00:00")),
    ],
)
def test_what_a_few_lines_around_a_parser_could_do_is_done(answer, text, due):
    assert wrapped(answer, text) == due


@pytest.mark.parametrize(
    ("due", "readings", "said"),
    [
        ("10:00", "10:00 22:00", "right"),
        (None, "- 10:00", "right"),
        ("10:00", "-", "missed"),
        ("10:00", "- 11:00", "missed"),
        ("10:00", "11:00", "wrong"),
        (None, "11:00", "invented"),
    ],
)
def test_verdicts(due, readings, said):
    assert verdict(due, heard(None, readings).time) == said


# --- the commands -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["parse_against_peers", "intent_llm"])
def test_without_peers_and_a_model_our_own_figures_are_printed(name, tmp_path, monkeypatch):
    monkeypatch.setenv("VOICE_HOME", str(tmp_path))  # no server was started for it
    monkeypatch.delenv("VOICE_LLM_URL", raising=False)
    command = [sys.executable, str(BENCHMARKS / f"{name}.py"), "--rounds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    line = json.loads(done.stdout)

    assert line["benchmark"] == name
    if name == "intent_llm":
        assert (line["rules"]["of_step_2"], line["n"]["own"]) == (len(SENTENCES), 24)
        assert "json_naive" not in line
    else:
        assert line["own"]["voicekit"]["both"] == line["own"]["n"] == len(UTTERANCES)
        assert list(line["to_ours"]) == ["voicekit"]


def test_a_list_of_real_callers_is_asked_too(tmp_path):
    row = {"text": "two on Friday", "day": "friday", "time": "14:00"}
    other = {"text": "hello", "day": None, "time": None}
    wrong = {"text": "Friday", "day": "monday", "time": None}
    lists = {"dev": [row, other], "corrections.dev": [row, wrong], "stress_dates.dev": [other]}
    for name, rows in lists.items():
        lines = "".join(json.dumps(one) + "\n" for one in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
    program = BENCHMARKS / "parse_against_peers.py"
    command = [sys.executable, str(program), "--rounds", "1", "--data", str(tmp_path)]
    line = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert [line[name]["n"] for name in ("rows", "corrections", "dates")] == [1, 2, 1]
    assert line["rows"]["voicekit"]["both"] == line["dates"]["voicekit"]["both"] == 1
    assert line["corrections"]["voicekit"] == {
        "both": 1, "day": 1, "time": 2, "missed": 0, "wrong": 1, "invented": 0
    }  # fmt: skip
