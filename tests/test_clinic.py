"""Tests of `voicekit.clinic`: the pretend clinic and its planned failures."""

import contextlib
import inspect
from typing import Any

import pytest

from voicekit import clinic, errors
from voicekit.clinic import OUTCOMES, TOOLS, WEEKDAYS, ClinicAPI, ToolError, ToolTimeout
from voicekit.errors import BadInput

BOOKING = ("tuesday", "10:00", "Jamie")
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "find_slots": ("tuesday",),
    "opening_hours": ("tuesday",),
    "find_booking": ("Jamie",),
    "book": BOOKING,
    "cancel_booking": BOOKING,
    "send_text": ("0123 456", "See you on Tuesday."),
}
RAISED = {"timeout": ToolTimeout, "taken": ToolError, "error": ConnectionError}
every_tool = pytest.mark.parametrize("tool", TOOLS)


def call(api: ClinicAPI, tool: str) -> Any:
    """Call a tool with arguments that suit it."""
    return getattr(api, tool)(*ARGUMENTS[tool])


# TOOLS and the errors


def test_tools_say_whether_they_can_be_undone() -> None:
    """Each value is (irreversible?, description)."""
    for irreversible, description in TOOLS.values():
        assert isinstance(irreversible, bool)
        assert isinstance(description, str)
        assert description


def test_find_slots_is_a_read_and_book_is_not() -> None:
    """The two tools of the nine scenarios are on either side of the line."""
    assert (TOOLS["find_slots"][0], TOOLS["book"][0]) == (False, True)


@pytest.mark.parametrize("irreversible", [True, False])
def test_there_is_more_to_classify(irreversible: bool) -> None:
    """At least two reads and two irreversible tools beyond the two of the scenarios."""
    others = [tool for tool in TOOLS if tool not in ("find_slots", "book")]

    assert sum(TOOLS[tool][0] is irreversible for tool in others) >= 2


@every_tool
def test_every_tool_can_be_called(tool: str) -> None:
    """The api has a documented method for every name in TOOLS."""
    method = getattr(ClinicAPI, tool)

    assert callable(method)
    assert (method.__doc__ or "").strip()


def test_every_public_method_is_a_tool() -> None:
    """Nothing else can be called on the api."""
    methods = {name for name, _ in inspect.getmembers(ClinicAPI, inspect.isfunction)}

    assert set(TOOLS) == {name for name in methods if not name.startswith("_")}


def test_the_errors_are_those_of_voicekit_errors() -> None:
    """`from voicekit.clinic import ToolTimeout, ToolError` gives the very classes."""
    assert (errors.ToolTimeout, errors.ToolError) == (clinic.ToolTimeout, clinic.ToolError)


def test_bad_input_is_a_value_error() -> None:
    """Whoever catches ValueError catches what the clinic says about bad values."""
    assert issubclass(BadInput, ValueError)


def test_catching_one_error_never_catches_the_other() -> None:
    """A timeout is no refusal, and neither is a broken connection."""
    for error in RAISED.values():
        others = tuple(set(RAISED.values()) - {error})
        assert not issubclass(error, others)


# plan


@every_tool
@pytest.mark.parametrize("outcome", RAISED)
def test_a_planned_failure_raises_its_error(tool: str, outcome: str) -> None:
    """On any tool, "timeout", "taken" and "error" raise what booking promises for them."""
    api = ClinicAPI(plan={tool: [outcome]})
    with pytest.raises(RAISED[outcome], match=tool):
        call(api, tool)


@every_tool
def test_without_a_plan_every_call_gets_through(tool: str) -> None:
    """The outcome is "ok", as often as one likes."""
    api = ClinicAPI()
    for _ in range(3):
        call(api, tool)

    assert [outcome for _, _, outcome in api.calls] == ["ok"] * 3


@every_tool
def test_a_plan_is_used_in_its_order_and_then_ok(tool: str) -> None:
    """One outcome a call, from the front; used up, it is "ok"."""
    api = ClinicAPI(plan={tool: ["timeout", "ok", "taken", "error"]})
    came = []
    for _ in range(6):
        try:
            call(api, tool)
            came.append("ok")
        except (ToolTimeout, ToolError, ConnectionError) as error:
            came.append(next(word for word, kind in RAISED.items() if type(error) is kind))

    assert came == ["timeout", "ok", "taken", "error", "ok", "ok"]
    assert came == [outcome for _, _, outcome in api.calls]


def test_each_tool_has_a_plan_of_its_own() -> None:
    """A call of one tool uses nothing up of another's plan."""
    api = ClinicAPI(plan={"find_slots": ["timeout", "ok"], "book": ["taken"]})
    api.opening_hours("tuesday")
    with pytest.raises(ToolTimeout):
        api.find_slots("tuesday")
    with pytest.raises(ToolError):
        api.book(*BOOKING)
    api.find_slots("tuesday")
    api.book(*BOOKING)

    outcomes = [outcome for _, _, outcome in api.calls]
    assert outcomes == ["ok", "timeout", "taken", "ok", "ok"]


def test_the_plan_is_copied() -> None:
    """Neither does the api change the caller's plan, nor the caller the api's."""
    outcomes = ["taken"]
    plan = {"book": outcomes}
    api = ClinicAPI(plan)
    outcomes.append("timeout")
    with pytest.raises(ToolError):
        api.book(*BOOKING)
    api.book(*BOOKING)

    assert plan == {"book": ["taken", "timeout"]}


def test_two_clinics_share_nothing() -> None:
    """Calls, bookings and plans of one are not those of the other."""
    plan = {"book": ["taken"]}
    one, other = ClinicAPI(plan), ClinicAPI(plan)
    for api in (one, other):
        with pytest.raises(ToolError):
            api.book(*BOOKING)
    one.book(*BOOKING)

    assert (len(one.calls), len(other.calls)) == (2, 1)
    assert (one.bookings, other.bookings) == ([BOOKING], [])


@pytest.mark.parametrize("plan", [None, {}, {"book": []}, {"book": ()}, {"book": ("ok",)}])
def test_plans_that_plan_nothing_are_fine(plan: Any) -> None:
    """None, empty plans and tuples are plans."""
    assert ClinicAPI(plan).book(*BOOKING)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"cook": ["ok"]}, ["'cook'", "find_slots", "book"]),
        ({"Book": ["ok"]}, ["'Book'", "book"]),
        ({7: ["ok"]}, ["7", "find_slots"]),
        ({"book": ["late"]}, ["'book'", "'late'", *OUTCOMES]),
        ({"book": ["ok", "TIMEOUT"]}, ["'TIMEOUT'", "timeout"]),
        ({"book": ["ok", None]}, ["None", "timeout"]),
        ({"book": [["ok"]]}, ["['ok']", "timeout"]),
        ({"book": "taken"}, ["'taken'", "a list"]),
        ({"book": None}, ["None", "a list"]),
        ({"book": {"ok"}}, ["{'ok'}", "a list"]),
        ([("book", ["ok"])], ["plan", "a dict"]),
        ("book", ["plan", "a dict", "'book'"]),
    ],
)
def test_a_plan_that_makes_no_sense_is_a_clear_value_error(plan: Any, words: list[str]) -> None:
    """The message holds what came and what would have been right."""
    with pytest.raises(BadInput) as caught:
        ClinicAPI(plan)

    assert [word for word in words if word not in str(caught.value)] == []


# free and find_slots


@pytest.mark.parametrize("day", WEEKDAYS[:-1])
def test_by_default_two_times_are_free_on_six_days(day: str) -> None:
    """Exactly 10:00 and 14:30, Monday to Saturday."""
    assert ClinicAPI().find_slots(day) == ["10:00", "14:30"]


def test_by_default_nothing_is_free_on_sunday() -> None:
    """An empty list, no error."""
    assert ClinicAPI().find_slots("sunday") == []


def test_the_week_has_seven_lower_case_days() -> None:
    """Monday first, as everywhere in the lab."""
    assert "monday tuesday wednesday thursday friday saturday sunday".split() == list(WEEKDAYS)


def test_free_times_come_earliest_first_and_once() -> None:
    """Whatever order they were given in."""
    api = ClinicAPI(free={"monday": ["14:30", "09:00", "10:15", "09:00"]})

    assert api.find_slots("monday") == ["09:00", "10:15", "14:30"]


def test_free_replaces_all_of_the_default() -> None:
    """A day that is left out has no free time."""
    api = ClinicAPI(free={"sunday": ("11:00",)})

    assert (api.find_slots("sunday"), api.find_slots("monday")) == (["11:00"], [])
    assert ClinicAPI(free={}).find_slots("tuesday") == []


def test_the_free_times_are_copied() -> None:
    """What is done to the list given, or to the one returned, changes nothing."""
    times = ["10:00"]
    api = ClinicAPI(free={"monday": times})
    times.append("11:00")
    api.find_slots("monday").clear()

    assert api.find_slots("monday") == ["10:00"]


@pytest.mark.parametrize(
    ("free", "words"),
    [
        ({"Monday": ["10:00"]}, ["'Monday'", "monday"]),
        ({"mon": ["10:00"]}, ["'mon'", "monday", "sunday"]),
        ({None: ["10:00"]}, ["None", "monday"]),
        ({"monday": "10:00"}, ["'10:00'", "a list"]),
        ({"monday": None}, ["None", "a list"]),
        ({"monday": ["10"]}, ["'10'", "HH:MM"]),
        ({"monday": ["9:00"]}, ["'9:00'", "HH:MM"]),
        ({"monday": ["10:00 "]}, ["'10:00 '", "HH:MM"]),
        ({"monday": ["10:00\n"]}, ["HH:MM"]),
        ({"monday": ["24:00"]}, ["'24:00'", "HH:MM"]),
        ({"monday": ["10:60"]}, ["'10:60'", "HH:MM"]),
        ({"monday": [1000]}, ["1000", "HH:MM"]),
        (["monday"], ["free", "a dict"]),
    ],
)
def test_free_times_that_make_no_sense_are_a_clear_value_error(free: Any, words: list[str]) -> None:
    """The message holds what came and what would have been right."""
    with pytest.raises(BadInput) as caught:
        ClinicAPI(free=free)

    assert [word for word in words if word not in str(caught.value)] == []


@pytest.mark.parametrize("time", ["00:00", "23:59", "09:05", "19:30"])
def test_every_minute_of_the_day_can_be_free(time: str) -> None:
    """Times go from 00:00 to 23:59."""
    assert [time] == ClinicAPI(free={"friday": [time]}).find_slots("friday")


@pytest.mark.parametrize("outcome", ["ok", "timeout"])
def test_a_booked_time_is_not_offered_again(outcome: str) -> None:
    """Not on that day, whether or not the caller heard of the booking."""
    api = ClinicAPI(plan={"book": [outcome]})
    with contextlib.suppress(ToolTimeout):
        api.book(*BOOKING)

    assert api.find_slots("tuesday") == ["14:30"]
    assert api.find_slots("wednesday") == ["10:00", "14:30"]


def test_a_refused_time_is_not_offered_again() -> None:
    """Somebody else has it, although no booking of ours exists."""
    api = ClinicAPI(plan={"book": ["taken"]})
    with pytest.raises(ToolError):
        api.book(*BOOKING)

    assert api.find_slots("tuesday") == ["14:30"]
    assert api.find_slots("wednesday") == ["10:00", "14:30"]


def test_a_broken_connection_takes_no_time_away() -> None:
    """With "error" nothing was booked and nothing refused."""
    api = ClinicAPI(plan={"book": ["error"]})
    with pytest.raises(ConnectionError):
        api.book(*BOOKING)

    assert api.find_slots("tuesday") == ["10:00", "14:30"]
    assert api.bookings == []


def test_a_day_may_run_out_of_times() -> None:
    """One booked, one refused: the offer is empty."""
    api = ClinicAPI(plan={"book": ["ok", "taken"]})
    api.book("tuesday", "10:00", "Jamie")
    with pytest.raises(ToolError):
        api.book("tuesday", "14:30", "Jamie")

    assert api.find_slots("tuesday") == []


# a bad day

BAD_DAYS = ["Tuesday", "tue", "", " tuesday", "tomorrow", None, 2, ["tuesday"]]


@pytest.mark.parametrize("tool", ["find_slots", "opening_hours"])
@pytest.mark.parametrize("day", BAD_DAYS)
def test_a_bad_day_is_a_value_error_that_names_the_good_ones(tool: str, day: Any) -> None:
    """The message names every weekday, and the day that came."""
    with pytest.raises(BadInput) as caught:
        getattr(ClinicAPI(), tool)(day)

    message = str(caught.value)
    assert [weekday for weekday in WEEKDAYS if weekday not in message] == []
    assert repr(day) in message


@pytest.mark.parametrize("tool", ["find_slots", "opening_hours"])
@pytest.mark.parametrize("day", BAD_DAYS)
def test_a_bad_day_is_written_down_as_error(tool: str, day: Any) -> None:
    """The call stands in the log with the argument that came."""
    api = ClinicAPI()
    with pytest.raises(BadInput):
        getattr(api, tool)(day)

    assert [(tool, (day,), "error")] == api.calls


def test_a_bad_day_uses_up_no_plan_entry() -> None:
    """The planned failure meets the next good call."""
    api = ClinicAPI(plan={"find_slots": ["timeout"]})
    with pytest.raises(BadInput):
        api.find_slots("Tuesday")
    with pytest.raises(ToolTimeout):
        api.find_slots("tuesday")

    assert [outcome for _, _, outcome in api.calls] == ["error", "timeout"]


# book


def test_a_booking_is_made_and_confirmed() -> None:
    """The answer says what was booked; `bookings` holds it."""
    api = ClinicAPI()
    answer = api.book(*BOOKING)

    assert [word for word in BOOKING if word not in answer] == []
    assert api.bookings == [BOOKING]


@pytest.mark.parametrize(
    "booking",
    [
        ("sunday", "10:00", "Jamie"),
        ("tuesday", "03:00", "Jamie"),
        ("Tuesday", "10:00 AM", ""),
        (None, None, None),
    ],
)
def test_book_never_checks_what_it_is_given(booking: Any) -> None:
    """Only the plan refuses: seeing to the rest is the agent's job."""
    api = ClinicAPI()
    api.book(*booking)

    assert [booking] == api.bookings


def test_the_same_time_can_be_booked_twice() -> None:
    """The clinic does not save the agent from a double booking."""
    api = ClinicAPI()
    api.book(*BOOKING)
    api.book(*BOOKING)

    assert api.bookings == [BOOKING, BOOKING]


def test_a_booking_that_timed_out_exists() -> None:
    """The answer was lost, not the booking."""
    api = ClinicAPI(plan={"book": ["timeout"]})
    with pytest.raises(ToolTimeout):
        api.book(*BOOKING)

    assert api.bookings == [BOOKING]


def test_sending_a_timed_out_booking_again_makes_two() -> None:
    """That is what the learner can see in `bookings`."""
    api = ClinicAPI(plan={"book": ["timeout", "ok"]})
    with pytest.raises(ToolTimeout):
        api.book(*BOOKING)
    api.book(*BOOKING)

    assert api.bookings == [BOOKING, BOOKING]


@pytest.mark.parametrize("outcome", ["taken", "error"])
def test_a_booking_that_did_not_get_through_does_not_exist(outcome: str) -> None:
    """Refused or broken: nothing was stored."""
    api = ClinicAPI(plan={"book": [outcome]})
    with pytest.raises(RAISED[outcome]):
        api.book(*BOOKING)

    assert api.bookings == []


# the other tools


@pytest.mark.parametrize("day", WEEKDAYS)
def test_opening_hours_are_told_for_every_day(day: str) -> None:
    """Open with hours, or "closed"."""
    hours = ClinicAPI().opening_hours(day)

    assert ("closed" if day == "sunday" else "09:00-17:00") == hours


def test_a_booking_is_found_under_its_name_without_case() -> None:
    """Other people's bookings are not shown."""
    api = ClinicAPI()
    api.book(*BOOKING)
    api.book("friday", "14:30", "Robin")

    assert api.find_booking("JAMIE") == [BOOKING]
    assert api.find_booking("Jam") == []


def test_a_cancelled_booking_is_gone_and_its_time_free() -> None:
    """Only that booking is cancelled."""
    api = ClinicAPI()
    api.book(*BOOKING)
    api.book("tuesday", "14:30", "Robin")
    api.cancel_booking(*BOOKING)

    assert api.bookings == [("tuesday", "14:30", "Robin")]
    assert api.find_slots("tuesday") == ["10:00"]


@pytest.mark.parametrize(("outcome", "left"), [("timeout", 0), ("taken", 1), ("error", 1)])
def test_a_cancellation_that_timed_out_was_carried_out(outcome: str, left: int) -> None:
    """As with `book`: only the answer of a timeout is lost."""
    api = ClinicAPI(plan={"cancel_booking": [outcome]})
    api.book(*BOOKING)
    with pytest.raises(RAISED[outcome]):
        api.cancel_booking(*BOOKING)

    assert left == len(api.bookings)


def test_a_refused_cancellation_does_not_take_the_time_away() -> None:
    """Refused once and then carried out, a cancellation makes the time free."""
    api = ClinicAPI(plan={"cancel_booking": ["taken", "ok"]})
    api.book(*BOOKING)
    with pytest.raises(ToolError):
        api.cancel_booking(*BOOKING)
    api.cancel_booking(*BOOKING)

    assert api.find_slots("tuesday") == ["10:00", "14:30"]


@pytest.mark.parametrize(
    ("outcome", "sent"), [("ok", 1), ("timeout", 1), ("taken", 0), ("error", 0)]
)
def test_a_text_is_sent_when_the_call_gets_through(outcome: str, sent: int) -> None:
    """`texts` holds what was really sent."""
    api = ClinicAPI(plan={"send_text": [outcome]})
    with contextlib.suppress(ToolTimeout, ToolError, ConnectionError):
        api.send_text("0123", "See you.")

    assert [("0123", "See you.")] * sent == api.texts


# calls


@every_tool
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_attempt_is_written_down(tool: str, outcome: str) -> None:
    """(name, args, outcome): once, in the plan's word, also when it raised."""
    api = ClinicAPI(plan={tool: [outcome]})
    with contextlib.suppress(ToolTimeout, ToolError, ConnectionError):
        call(api, tool)

    assert [(tool, ARGUMENTS[tool], outcome)] == api.calls


@pytest.mark.parametrize(
    ("positional", "named"),
    [
        (BOOKING, {}),
        (("tuesday", "10:00"), {"name": "Jamie"}),
        (("tuesday",), {"name": "Jamie", "time": "10:00"}),
        ((), {"name": "Jamie", "time": "10:00", "day": "tuesday"}),
        ((), {"day": "tuesday", "time": "10:00", "name": "Jamie"}),
    ],
)
def test_arguments_are_logged_in_signature_order(
    positional: tuple[str, ...], named: dict[str, str]
) -> None:
    """However they were passed, `args` is the same tuple."""
    api = ClinicAPI()
    api.book(*positional, **named)

    assert api.calls == [("book", BOOKING, "ok")]
    assert isinstance(api.calls[0][1], tuple)


def test_the_signature_of_book_is_day_time_name() -> None:
    """The decorated method still shows its parameters."""
    assert list(inspect.signature(ClinicAPI.book).parameters) == ["self", "day", "time", "name"]


@pytest.mark.parametrize(
    ("tool", "positional", "named"),
    [
        ("book", ("tuesday", "10:00"), {}),
        ("book", ("tuesday", "10:00", "Jamie", "please"), {}),
        ("book", ("tuesday", "10:00"), {"who": "Jamie"}),
        ("book", BOOKING, {"day": "tuesday"}),
        ("find_slots", (), {}),
        ("find_slots", ("tuesday", "10:00"), {}),
    ],
)
def test_a_call_that_python_refuses_changes_nothing(
    tool: str, positional: tuple[str, ...], named: dict[str, str]
) -> None:
    """Wrong arguments are a TypeError; no plan entry is used and nothing is booked."""
    api = ClinicAPI(plan={"book": ["taken"], "find_slots": ["timeout"]})
    with pytest.raises(TypeError):
        getattr(api, tool)(*positional, **named)

    assert api.bookings == []
    with pytest.raises(ToolError):
        api.book(*BOOKING)
    with pytest.raises(ToolTimeout):
        api.find_slots("tuesday")


def test_the_log_keeps_the_order_of_the_calls() -> None:
    """Calls of different tools stand in one list; its new end is one turn's."""
    api = ClinicAPI(plan={"find_slots": ["timeout"], "book": ["taken"]})
    with pytest.raises(ToolTimeout):
        api.find_slots("tuesday")
    before = len(api.calls)
    api.find_slots("tuesday")
    with pytest.raises(ToolError):
        api.book(*BOOKING)

    assert api.calls[before:] == [
        ("find_slots", ("tuesday",), "ok"),
        ("book", BOOKING, "taken"),
    ]
