"""The parser: the contract's sentences, its own utterances, hostile text, and outside data."""

import importlib
import json
import os
import pkgutil
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekit import nlu
from voicekit.nlu import DAYS, INTENTS, parse, rejects

FIELDS = ("intent", "day", "time", "name")


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


UTTERANCES = read(Path(__file__).parent / "data" / "utterances.jsonl")
TEXTS = [row["text"] for row in UTTERANCES]


def matches(row, field):
    """A name counts whatever its capitals; `accept` lists the intents that are all right."""
    heard = parse(row["text"])[field]
    if field == "intent":
        return heard in row.get("accept", [row["intent"]])
    return (heard or "").casefold() == (row[field] or "").casefold()


def share(rows, field):
    return sum(matches(row, field) for row in rows) / len(rows)


# --- the contract -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("I'd like to book an appointment for Tuesday", "book"),
        ("CAN I CANCEL MY VISIT ON FRIDAY", "cancel"),
        ("YEAH THAT WORKS", "yes"),
        ("NO THAT'S NOT RIGHT", "no"),
        ("CAN I TALK TO A REAL PERSON", "human"),
        ("WHAT TIME DO YOU CLOSE TODAY", "hours"),
        ("TEN THIRTY IN THE MORNING", "inform"),
        ("MY DOG ATE THE REMOTE", "unknown"),
    ],
)
def test_the_eight_sentences_of_step_2(text, intent):
    assert parse(text)["intent"] == intent


def test_one_sentence_fills_every_slot():
    assert parse("Book me on Tuesday at ten a m, my name is Jamie") == {
        "intent": "book",
        "day": "tuesday",
        "time": "10:00",
        "name": "Jamie",
    }


def test_a_no_can_bring_the_value_that_is_wanted():
    assert parse("no, make it two thirty") == {
        "intent": "no",
        "day": None,
        "time": "14:30",
        "name": None,
    }


@pytest.mark.parametrize(
    ("time", "spellings"),
    [
        ("10:00", ["ten", "at ten", "10 a.m.", "10am", "TEN A M", "ten o'clock", 'ten o"clock']),
        ("10:30", ["10-30", "10:30", "10.30", "10 30", "1030", "ten thirty", "half past ten"]),
        ("14:30", ["230", "2:30 p.m.", "TWO THIRTY P M", "half past two", "14:30", "half two"]),
        ("14:45", ["quarter to three", "a quarter of 3", "quarter to 3 p.m.", "two forty-five"]),
        ("12:00", ["noon", "twelve", "midday", "12 noon", "12 in the afternoon", "12 p.m."]),
        ("19:00", ["7 pm", "seven in the evening", "evening at seven", "tonight at seven"]),
        ("00:00", ["midnight", "12 at night"]),
        (None, ["seven", "at seven", "7:45", "quarter to eight", "between ten and eleven"]),
        ("14:00", ["fourteen hundred hours", "um, two, I think", "so two then", "I said two"]),
        ("14:31", ["two thirty-one", "14:31", "the 2:31"]),
        ("14:30", ["the two thirty one", "THE TWO-THIRTY ONE", "move it from ten to two thirty"]),
        (None, ["one second please", "for two", "party of 4", "room 12", "that one", "the 3rd"]),
        (None, ["she is two", "my son is ten", "they are three and five", "two hundred hours"]),
        (None, ["from nine to five", "either ten or two", "no later than ten", "10:30 or 11"]),
    ],
)
def test_every_spelling_is_the_same_time(time, spellings):
    assert {text: parse(text)["time"] for text in spellings} == dict.fromkeys(spellings, time)


def test_the_half_of_the_day_decides_where_it_is_not_said():
    heard = {hour: parse(f"at {hour}")["time"] for hour in range(1, 13)}
    afternoon = {hour: f"{hour + 12}:00" for hour in range(1, 7)}
    morning = {hour: f"{hour:02}:00" for hour in range(8, 13)}
    assert heard == {**afternoon, 7: None, **morning}


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("ten does not work", ("time",)),
        ("not ten", ("time",)),
        ("anything but Friday", ("day",)),
        ("I can't make it on Saturday", ("day",)),
        ("Tuesday at ten is no good", ("day", "time")),
        ("not Tuesday, make it ten", ("day",)),
        ("not ten, two thirty", ()),
        ("two thirty instead of ten", ()),
        ("no, ten", ()),
        ("yes, ten is right", ()),
        ("ten", ()),
        ("", ()),
    ],
)
def test_a_refused_value_is_told_from_a_wanted_one(text, refused):
    assert rejects(text) == refused
    assert all(parse(text)[slot] for slot in refused)


CONSENT = "yes|yeah that works|ok|sure|perfect thank you|that's right|of course".split("|")
NO_CONSENT = (
    "hold on|wait|one moment|but|no|not Friday|not yet|what does it cost|can you repeat that"
    "|is that free|do you take cards|you sure|are you sure|and|if it doesn't rain|let me think"
    "|I have a question|cancel it|can I talk to a person|instead|tomorrow|the fifth of March"
    "|that's wrong|nope|don't|maybe|actually"
).split("|")


@pytest.mark.parametrize("start", CONSENT)
def test_only_a_whole_turn_of_consent_is_yes(start):
    assert parse(start)["intent"] == "yes"
    turns = [f"{start} {end}" for end in NO_CONSENT]
    assert [turn for turn in turns if parse(turn)["intent"] == "yes"] == []


# --- our own utterances -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "floor"), [("intent", 0.97), ("day", 0.99), ("time", 0.99), ("name", 0.98)]
)
def test_own_utterances(field, floor):
    wrong = [row["text"] for row in UTTERANCES if not matches(row, field)]
    assert len(wrong) <= (1 - floor) * len(UTTERANCES), wrong


def folded(text):
    heard = parse(text)
    heard["name"] = re.sub(r"\W", "", heard["name"] or "").casefold()
    return heard


@pytest.mark.parametrize("text", TEXTS)
def test_capitals_change_nothing(text):
    assert folded(text.upper()) == folded(text.lower()) == folded(text)


@pytest.mark.parametrize("text", TEXTS)
def test_punctuation_changes_nothing(text):
    """Most recognisers write none. A "?" stays: where one is written, the turn is no consent."""
    assert folded(re.sub("[,.:;!-]", " ", text).replace("'", "")) == folded(text)


@pytest.mark.parametrize("text", [text for text in TEXTS if "’" not in text])
def test_full_width_letters_and_curly_apostrophes_change_nothing(text):
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)
    assert folded(wide.replace("'", "’")) == folded(text)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("JAMIE FOX", "Jamie Fox"),
        ("jamie", "Jamie"),
        ("McDonald", "McDonald"),
        ("O'BRIEN", "O'Brien"),
    ],
)
def test_a_name_is_returned_as_one_would_write_it(written, name):
    assert parse(f"my name is {written}")["name"] == name


# --- any text at all --------------------------------------------------------------------------

PIECES = st.sampled_from(
    [*" ".join(TEXTS).split(), "@tuesday", "!10:00", "?", "\ud800", "\0", "🙂"]
)


@given(st.text(st.characters(exclude_categories=())) | st.lists(PIECES).map(" ".join))
def test_any_text_gives_four_legal_values(text):
    heard = parse(text)
    assert tuple(heard) == FIELDS
    assert heard["intent"] in INTENTS
    assert heard["day"] in {None, *DAYS}
    assert heard["time"] is None or re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", heard["time"])
    assert heard["name"] is None or heard["name"].strip()
    assert parse(text) == heard
    assert all(heard[slot] for slot in rejects(text))


@given(st.lists(PIECES).map(" ".join))
def test_a_yes_never_holds_a_no(text):
    no = {"no", "not", "nope", "but", "wait", "wrong", "cancel"}
    assert parse(text)["intent"] != "yes" or no.isdisjoint(text.lower().split())


def test_an_overlong_text_is_not_read():
    """Neither all of it, which could be made to take long, nor a part, which could mislead."""
    assert parse("yes " * 1_000)["intent"] == "yes"
    assert parse("yes " * 25_000) == {"intent": "unknown", "day": None, "time": None, "name": None}


def test_no_pattern_can_take_more_than_linear_time():
    """A repeat in a repeat can. Ours are bounded, or start at a mark that nothing else takes."""
    modules = [
        importlib.import_module(f"{nlu.__name__}.{module.name}")
        for module in pkgutil.iter_modules(nlu.__path__)
    ]
    patterns = {
        value.pattern
        for module in modules
        for value in vars(module).values()
        if isinstance(value, re.Pattern)
    }
    assert len(patterns) > 10
    separated = (r"\d+(?:/\d+)+", "(?:['’][^\\W\\d_]+)*")
    for pattern in patterns:
        for harmless in separated:
            pattern = pattern.replace(harmless, "")
        assert not re.search(r"\)[*+]|\.[*+]|\},\}", pattern), pattern


# --- real callers -----------------------------------------------------------------------------


@pytest.fixture
def outside():
    """Rows of a file in the folder LAB_NLU_DATA: `outside("traps")`."""
    folder = os.environ.get("LAB_NLU_DATA")
    if not folder:
        pytest.skip("LAB_NLU_DATA names no folder with outside utterances (their licences differ)")
    return lambda name: read(Path(folder) / f"{name}.jsonl")


@pytest.mark.parametrize(
    ("field", "floor"), [("intent", 0.92), ("day", 0.99), ("time", 0.97), ("name", 0.97)]
)
def test_outside_utterances(outside, field, floor):
    assert share(outside("dev"), field) >= floor


def test_outside_numbers_that_are_no_times(outside):
    rows = [row for row in outside("dev") + outside("stress_dates.dev") if row["time"] is None]
    assert sum(parse(row["text"])["time"] is not None for row in rows) <= 0.01 * len(rows)


def test_outside_dates_are_no_weekdays(outside):
    assert share(outside("stress_dates.dev"), "day") >= 0.99


def test_outside_traps_are_unknown(outside):
    assert share(outside("traps.dev"), "intent") >= 0.9


def test_outside_corrections_are_never_consent(outside):
    rows = [row for row in outside("corrections.dev") if row["kind"] != "yes_with_value"]
    assert [row["text"] for row in rows if parse(row["text"])["intent"] == "yes"] == []


def test_outside_names_are_no_answer(outside):
    heard = Counter(parse(row["text"])["intent"] for row in outside("bare_names.dev"))
    assert heard.keys().isdisjoint({"yes", "no", "human"}), heard
