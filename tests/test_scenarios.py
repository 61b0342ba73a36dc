"""Tests of `voicekit.scenarios`: the nine scenarios, and files that hold none."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from voicekit import scenarios
from voicekit.clinic import OUTCOMES, TOOLS, WEEKDAYS, ToolError, ToolTimeout
from voicekit.errors import BadInput
from voicekit.scenarios import REASONS, STATES, Scenario, load

FILE = Path(scenarios.__file__).with_name("scenarios.json")
NINE = {scenario.name: scenario for scenario in load()}
ONE_SHOT = "Book me on Tuesday at ten a m, my name is Jamie"
FIRST_BOOKING = ["tuesday", "10:00", "Jamie"]
every_scenario = pytest.mark.parametrize("scenario", load(), ids=list(NINE))

UTTERANCES = {
    "happy": ["I'd like to book an appointment", "Tuesday", "ten a m", "Jamie", "yes"],
    "one_shot": [ONE_SHOT, "yes"],
    "confirm_no": [ONE_SHOT, "no, make it two thirty", "yes"],
    "retry_ok": ["I'd like to book an appointment", "Tuesday"],
    "retry_fail": ["I'd like to book an appointment", "Tuesday"],
    "not_understood": ["hmm", "blah blah"],
    "wants_human": ["Can I book on Friday", "can I talk to a person"],
    "taken": [ONE_SHOT, "yes", "two thirty", "yes"],
    "book_timeout": [ONE_SHOT, "yes"],
}
PLANS = {
    "retry_ok": {"find_slots": ["timeout", "ok"]},
    "retry_fail": {"find_slots": ["timeout"] * 3},
    "taken": {"book": ["taken"]},
    "book_timeout": {"book": ["timeout"]},
}
STATES_DUE: dict[str, list[str | None]] = {
    "happy": ["ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM", "DONE"],
    "one_shot": ["CONFIRM", "DONE"],
    "confirm_no": [None, "CONFIRM", None],
    "retry_ok": [None, "ASK_TIME"],
    "retry_fail": [None, "HANDOFF"],
    "not_understood": [None, "HANDOFF"],
    "wants_human": [None, "HANDOFF"],
    "taken": [None, "ASK_TIME", "CONFIRM", "DONE"],
    "book_timeout": [None, "HANDOFF"],
}
BOOKINGS: dict[str, list[list[str]]] = {
    "happy": [[*FIRST_BOOKING, "ok"]],
    "one_shot": [[*FIRST_BOOKING, "ok"]],
    "confirm_no": [["tuesday", "14:30", "Jamie", "ok"]],
    "taken": [[*FIRST_BOOKING, "taken"], ["tuesday", "14:30", "Jamie", "ok"]],
    "book_timeout": [[*FIRST_BOOKING, "timeout"]],
}


# the nine


def test_there_are_nine_in_the_order_of_the_assignment() -> None:
    """Notebooks, reports and traces show them in this order."""
    assert list(NINE) == list(UTTERANCES)


def test_the_file_says_its_version_and_what_its_keys_mean() -> None:
    """Whoever opens the file finds its description in it."""
    document = json.loads(FILE.read_text("utf-8"))

    assert document["version"] == 1
    for key in ("plan", "turns", "state", "not_state", "book", "waits", "handoff"):
        assert key in document["about"]


def test_each_scenario_belongs_to_its_exercise() -> None:
    """Confirm, correct, retry, hand off, refusal."""
    exercises = {name: scenario.exercise for name, scenario in NINE.items()}

    assert exercises == {
        "happy": "confirm-yes",
        "one_shot": "confirm-yes",
        "confirm_no": "confirm-no",
        "retry_ok": "search-retry",
        "retry_fail": "search-retry",
        "not_understood": "hand-off",
        "wants_human": "hand-off",
        "taken": "refused-booking",
        "book_timeout": "refused-booking",
    }


@every_scenario
def test_the_caller_says_exactly_this(scenario: Scenario) -> None:
    """Utterances are those of the contract, word for word."""
    assert [due.user for due in scenario.turns] == UTTERANCES[scenario.name]


@every_scenario
def test_the_plan_is_that_of_the_contract(scenario: Scenario) -> None:
    """Where nothing is planned, everything goes well."""
    assert scenario.plan == PLANS.get(scenario.name, {})


@every_scenario
def test_the_states_due_are_those_of_the_contract(scenario: Scenario) -> None:
    """A turn of which the contract says nothing may end in any state."""
    assert [due.state for due in scenario.turns] == STATES_DUE[scenario.name]


def test_one_miss_alone_is_no_hand_off() -> None:
    """not_understood only rules HANDOFF out in its first turn; nowhere else is that needed."""
    ruled_out = {
        (name, number): due.not_state
        for name, scenario in NINE.items()
        for number, due in enumerate(scenario.turns, start=1)
        if due.not_state
    }

    assert ruled_out == {("not_understood", 1): "HANDOFF"}


@every_scenario
def test_the_bookings_due_are_those_of_the_contract(scenario: Scenario) -> None:
    """Day, time, name and outcome of each call of book, in order."""
    due = [list(row) for turn in scenario.turns for row in turn.book]

    assert due == BOOKINGS.get(scenario.name, [])


@every_scenario
def test_a_booking_is_due_only_after_a_yes(scenario: Scenario) -> None:
    """Nothing in the nine asks for a booking in another turn; every yes asks for one."""
    assert [due.user for due in scenario.turns if due.book] == [
        due.user for due in scenario.turns if due.user == "yes"
    ]


@every_scenario
def test_a_booking_is_due_in_the_last_turn_or_refused(scenario: Scenario) -> None:
    """Only a refusal is followed by more talk."""
    for due in scenario.turns[:-1]:
        assert [row[3] for row in due.book] in ([], ["taken"])


def test_after_the_refusal_a_new_search_is_due() -> None:
    """That holds for the refused turn of `taken` and for no other."""
    searching = [
        (name, number)
        for name, scenario in NINE.items()
        for number, due in enumerate(scenario.turns, start=1)
        if due.search_after_book
    ]

    assert searching == [("taken", 2)]


def test_searches_are_counted_where_they_fail() -> None:
    """Two calls and one wait, or three calls and two waits; elsewhere neither is judged."""
    judged = {
        name: (scenario.find_slots, list(scenario.waits or []))
        for name, scenario in NINE.items()
        if scenario.find_slots is not None or scenario.waits is not None
    }

    assert judged == {"retry_ok": (2, [0.5]), "retry_fail": (3, [0.5, 1.0])}


def test_hand_offs_have_the_reasons_of_the_contract() -> None:
    """And the day that was said is due in the summary of wants_human."""
    due = {name: scenario.handoff for name, scenario in NINE.items() if scenario.handoff}

    assert due == {
        "retry_fail": {"reason": "tool_failure"},
        "not_understood": {"reason": "not_understood"},
        "wants_human": {"reason": "user_request", "summary": {"day": "friday"}},
        "book_timeout": {"reason": "tool_failure"},
    }


@every_scenario
def test_a_hand_off_is_due_where_the_last_state_is(scenario: Scenario) -> None:
    """`handoff` and the state HANDOFF never stand alone."""
    assert bool(scenario.handoff) == (scenario.turns[-1].state == "HANDOFF")


@every_scenario
def test_only_known_words_are_used(scenario: Scenario) -> None:
    """Tools, outcomes, states, reasons, days."""
    assert set(scenario.plan) <= set(TOOLS)
    assert {outcome for outcomes in scenario.plan.values() for outcome in outcomes} <= {*OUTCOMES}
    assert {due.state for due in scenario.turns} <= {*STATES, None}
    assert scenario.handoff.get("reason") in {*REASONS, None}
    assert {row[0] for due in scenario.turns for row in due.book} <= set(WEEKDAYS)


def test_the_seven_states_are_named_as_in_the_assignment() -> None:
    """In the order of a conversation."""
    assert " ".join(STATES) == "LISTEN ASK_DAY ASK_TIME ASK_NAME CONFIRM DONE HANDOFF"


# a scenario's clinic


def test_each_clinic_is_fresh() -> None:
    """Playing a scenario twice meets the planned failure twice."""
    for _ in range(2):
        api = NINE["taken"].clinic()
        assert api.calls == []
        with pytest.raises(ToolError):
            api.book("tuesday", "10:00", "Jamie")


def test_the_clinic_fails_as_planned() -> None:
    """Three timeouts in retry_fail, then ok."""
    api = NINE["retry_fail"].clinic()
    for _ in range(3):
        with pytest.raises(ToolTimeout):
            api.find_slots("tuesday")

    assert api.find_slots("tuesday") == ["10:00", "14:30"]


@every_scenario
def test_the_nine_use_the_free_times_of_the_clinic(scenario: Scenario) -> None:
    """10:00 and 14:30, as the assignment says."""
    assert scenario.free is None


def test_a_scenario_may_have_free_times_of_its_own(tmp_path: Path) -> None:
    """They replace the clinic's."""
    row = {**one(), "free": {"monday": ["09:00"]}}
    (scenario,) = load(written(tmp_path, [row]))

    assert scenario.clinic().find_slots("monday") == ["09:00"]
    assert scenario.clinic().find_slots("tuesday") == []


def test_scenarios_cannot_be_changed() -> None:
    """Who plays one leaves it as it was."""
    with pytest.raises(FrozenInstanceError):
        NINE["happy"].name = "sad"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        NINE["happy"].turns[0].state = "DONE"  # type: ignore[misc]


# other files


def one(**changes: Any) -> dict[str, Any]:
    """Return the smallest scenario, with changes."""
    return {"name": "tiny", "exercise": "x", "plan": {}, "turns": [{"user": "hello"}], **changes}


def written(folder: Path, rows: Any, version: Any = 1) -> Path:
    """Write a scenario file."""
    path = folder / "mine.json"
    path.write_text(json.dumps({"version": version, "scenarios": rows}), "utf-8")
    return path


def test_a_file_of_ones_own_is_loaded(tmp_path: Path) -> None:
    """What is left out is not judged."""
    (scenario,) = load(written(tmp_path, [one()]))

    assert (scenario.name, scenario.find_slots, scenario.waits) == ("tiny", None, None)
    assert (scenario.turns[0].state, scenario.turns[0].book) == (None, ())
    assert scenario.handoff == {}


def test_a_file_without_scenarios_has_none(tmp_path: Path) -> None:
    """An empty list is no error."""
    assert load(written(tmp_path, [])) == ()


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in one().items() if name != key}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (without("turns"), ["tiny", "turns"]),
        (without("exercise"), ["tiny", "exercise"]),
        (without("plan"), ["tiny", "plan"]),
        (without("name"), ["without a name"]),
        (one(colour="red"), ["tiny", "colour"]),
        (one(turns=[{"users": "hello"}]), ["tiny", "users"]),
        (one(turns=[{}]), ["tiny", "user"]),
        (one(turns=["hello"]), ["tiny"]),
        (one(turns=7), ["tiny"]),
        (one(plan={"cook": ["ok"]}), ["tiny", "cook"]),
        (one(plan={"book": ["late"]}), ["tiny", "late"]),
        (one(free={"Monday": ["10:00"]}), ["tiny", "Monday"]),
        (one(free={"monday": ["ten"]}), ["tiny", "ten"]),
        (one(turns=[{"user": "hello", "state": "BUSY"}]), ["tiny", "BUSY", "CONFIRM"]),
        (one(turns=[{"user": "hello", "not_state": "done"}]), ["tiny", "done", "DONE"]),
    ],
)
def test_a_bad_scenario_is_told_by_its_name(
    tmp_path: Path, row: dict[str, Any], words: list[str]
) -> None:
    """The message holds the scenario's name and what is wrong with it."""
    with pytest.raises(BadInput) as caught:
        load(written(tmp_path, [one(name="fine"), row]))

    assert [word for word in words if word not in str(caught.value)] == []


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_version_is_refused(tmp_path: Path, version: Any) -> None:
    """The message names the file, the version due and the one that came."""
    with pytest.raises(BadInput, match=r"mine\.json: version: expected 1"):
        load(written(tmp_path, [one()], version))


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def no_json(path: Path) -> None:
    path.write_bytes(b"{'version': 1}")


def no_utf_8(path: Path) -> None:
    path.write_bytes('{"version": 1, "scenarios": [], "about": "漢字"}'.encode("cp932"))


def a_list(path: Path) -> None:
    path.write_bytes(b"[]")


def no_scenarios(path: Path) -> None:
    path.write_bytes(b'{"version": 1}')


def scenarios_null(path: Path) -> None:
    path.write_bytes(b'{"version": 1, "scenarios": null}')


def a_number_as_scenario(path: Path) -> None:
    path.write_bytes(b'{"version": 1, "scenarios": [7]}')


def a_list_as_state(path: Path) -> None:
    row = one(turns=[{"user": "hello", "state": ["DONE"]}])
    path.write_text(json.dumps({"version": 1, "scenarios": [row]}), "utf-8")


@pytest.mark.parametrize(
    "damage",
    [
        nothing,
        no_json,
        no_utf_8,
        a_list,
        no_scenarios,
        scenarios_null,
        a_number_as_scenario,
        a_list_as_state,
    ],
)
def test_a_file_that_holds_no_scenarios_is_bad_input(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """Whatever is wrong with the file, it is said as BadInput."""
    path = tmp_path / "mine.json"
    damage(path)
    with pytest.raises(BadInput):
        load(path)
