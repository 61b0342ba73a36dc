"""Tests of `voicekit.trace`: conversations as rows."""

import json
from pathlib import Path
from typing import Any

import pytest

from voicekit import trace
from voicekit.clinic import ToolError, ToolTimeout
from voicekit.errors import BadInput
from voicekit.scenarios import Scenario, load

KEYS = ["scenario", "turn", "user", "state", "say", "tools", "outcomes"]
NINE = {scenario.name: scenario for scenario in load()}


def rows(count: int, scenario: str = "happy", first: int = 1) -> list[trace.Row]:
    """Return plain rows that count from `first`."""
    return [
        {
            "scenario": scenario,
            "turn": number,
            "user": "hello",
            "state": "LISTEN",
            "say": "Yes?",
            "tools": [],
            "outcomes": [],
        }
        for number in range(first, first + count)
    ]


class Scripted:
    """An agent that does in each turn what its script says: (state, calls)."""

    script: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()

    def __init__(self, api: Any, sleep: Any = None) -> None:
        self.api = api
        self.sleep = sleep
        self.turns = iter(self.script)

    def handle(self, text: str) -> dict[str, Any]:
        state, calls = next(self.turns)
        for tool, *arguments in calls:
            try:
                getattr(self.api, tool)(*arguments)
            except (ToolError, ToolTimeout) as error:
                self.failed = error
        return {"say": f"You said {text}.", "state": state, "tool_calls": ["not looked at"]}


class Refused(Scripted):
    booking = ("book", "tuesday", "10:00", "Jamie")
    script = (
        ("CONFIRM", (("find_slots", "tuesday"),)),
        ("ASK_TIME", (booking, ("find_slots", "tuesday"))),
        ("CONFIRM", ()),
        ("DONE", (("book", "tuesday", "14:30", "Jamie"),)),
    )


# row and record


def test_a_row_has_the_seven_keys_in_order() -> None:
    """As the assignment names them."""
    made = trace.row("happy", 1, "hi", {"say": "Yes?", "state": "LISTEN"}, [])

    assert list(made) == KEYS
    assert made == {**rows(1)[0], "user": "hi"}


def test_a_row_names_every_call_with_its_outcome() -> None:
    """Retries too; `outcomes` is parallel to `tools`."""
    calls = [
        ("find_slots", ("tuesday",), "timeout"),
        ("find_slots", ("tuesday",), "ok"),
        ("book", ("tuesday", "10:00", "Jamie"), "taken"),
    ]
    made = trace.row("x", 2, "yes", {"say": "", "state": "ASK_TIME"}, calls)

    assert made["tools"] == ["find_slots", "find_slots", "book"]
    assert made["outcomes"] == ["timeout", "ok", "taken"]


def test_a_row_takes_no_other_key_of_the_answer() -> None:
    """What the agent says about its calls is not believed."""
    answer = {"say": "", "state": "DONE", "tool_calls": ["book"], "mood": "good"}

    assert list(trace.row("x", 1, "", answer, [])) == KEYS


@pytest.mark.parametrize("missing", ["say", "state"])
def test_an_answer_without_its_keys_makes_no_row(missing: str) -> None:
    """The KeyError names the key."""
    answer = {"say": "", "state": "DONE"}
    del answer[missing]
    with pytest.raises(KeyError, match=missing):
        trace.row("x", 1, "", answer, [])


def test_record_makes_one_row_a_turn_counting_from_one() -> None:
    """With the utterances of the scenario and the answers of the agent."""
    recorded = trace.record(Refused, NINE["taken"])

    assert [r["turn"] for r in recorded] == [1, 2, 3, 4]
    assert [r["user"] for r in recorded] == [due.user for due in NINE["taken"].turns]
    assert [r["state"] for r in recorded] == ["CONFIRM", "ASK_TIME", "CONFIRM", "DONE"]
    assert {r["scenario"] for r in recorded} == {"taken"}


def test_record_gives_each_turn_its_own_calls() -> None:
    """Cut from api.calls by its length before and after."""
    recorded = trace.record(Refused, NINE["taken"])

    assert [r["tools"] for r in recorded] == [["find_slots"], ["book", "find_slots"], [], ["book"]]
    assert [r["outcomes"] for r in recorded] == [["ok"], ["taken", "ok"], [], ["ok"]]


def test_record_is_the_same_every_time() -> None:
    """Agent and clinic are fresh in every run."""
    assert trace.record(Refused, NINE["taken"]) == trace.record(Refused, NINE["taken"])


def test_record_passes_the_api_first_and_sleep_by_keyword() -> None:
    """As the contract of VoiceAgent says; nothing else is passed."""
    passed: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def make(*args: Any, **kwargs: Any) -> Scripted:
        passed.append((args, kwargs))
        agent = Scripted(args[0])
        agent.turns = iter([("LISTEN", ()), ("HANDOFF", ())])
        return agent

    trace.record(make, NINE["not_understood"])

    ((args, kwargs),) = passed
    assert len(args) == 1
    assert list(kwargs) == ["sleep"]


def test_waits_cost_no_time_while_recording() -> None:
    """The agent is given the sleep of a fake clock: an hour is over at once."""

    class Sleepy(Scripted):
        script = (("ASK_DAY", ()), ("HANDOFF", ()))

        def handle(self, text: str) -> dict[str, Any]:
            self.sleep(3600)
            return super().handle(text)

    assert len(trace.record(Sleepy, NINE["retry_fail"])) == 2


def test_what_the_agent_raises_comes_out_of_record() -> None:
    """The scenario ends there."""

    class Careless(Scripted):
        def handle(self, text: str) -> dict[str, Any]:
            self.api.book("tuesday", "10:00", "Jamie")
            return {}

    with pytest.raises(ToolError, match="book"):
        trace.record(Careless, NINE["taken"])


def test_a_scenario_without_turns_has_no_rows() -> None:
    """Nothing said, nothing recorded."""
    assert trace.record(Scripted, Scenario("quiet", "x", {}, ())) == []


def test_a_dict_returned_again_and_again_does_not_blur_the_rows() -> None:
    """A row keeps what the answer held in its own turn."""

    class Same(Scripted):
        script = Refused.script
        answer: dict[str, Any]

        def handle(self, text: str) -> dict[str, Any]:
            if not hasattr(self, "answer"):
                self.answer = {}
            self.answer.update(super().handle(text))
            return self.answer

    assert trace.record(Same, NINE["taken"]) == trace.record(Refused, NINE["taken"])


# play and Conversation


class Retrying(Scripted):
    """Searches until an answer comes, and waits in between."""

    handoff = "given"

    def handle(self, text: str) -> dict[str, Any]:
        for seconds in (0.5, 1.0):
            try:
                self.api.find_slots("tuesday")
                break
            except ToolTimeout:
                self.sleep(seconds)
        return {"say": "", "state": "ASK_TIME", "tool_calls": []}


def test_play_tells_calls_and_waits_in_their_order() -> None:
    """Each turn has its own."""
    turns = trace.play(Retrying, NINE["retry_ok"])

    assert turns[0].events == [
        ("find_slots", ("tuesday",), "timeout"),
        0.5,
        ("find_slots", ("tuesday",), "ok"),
    ]
    assert turns[0].waits == [0.5]
    assert [call[2] for call in turns[0].calls] == ["timeout", "ok"]
    assert turns[1].events == [("find_slots", ("tuesday",), "ok")]


def test_record_is_the_rows_of_play() -> None:
    """So a scenario is played in one way only."""
    played = [turn.row for turn in trace.play(Refused, NINE["taken"])]

    assert trace.record(Refused, NINE["taken"]) == played


def test_a_turn_tells_of_the_hand_off() -> None:
    """None, where the agent has none."""
    assert trace.play(Retrying, NINE["retry_ok"])[0].handoff == "given"
    assert trace.play(Refused, NINE["taken"])[0].handoff is None


@pytest.mark.parametrize("answer", [None, "hello", {"say": "hello"}, {"state": "DONE"}, []])
def test_an_answer_that_is_none_says_what_was_expected(answer: Any) -> None:
    """Which is no fault of the agent's tools, so it has an error of its own."""

    class Silent(Scripted):
        def handle(self, text: str) -> Any:
            return answer

    with pytest.raises(trace.NoAnswer, match="expected a dict with say, state and tool_calls"):
        trace.play(Silent, NINE["happy"])


def test_what_was_done_before_an_error_is_kept() -> None:
    """And the conversation goes on after it, its turns counted on."""

    class Careless(Scripted):
        def handle(self, text: str) -> dict[str, Any]:
            self.sleep(0.5)
            self.api.find_slots("tuesday")
            return {"say": "", "state": "ASK_TIME"}

    talk = trace.Conversation(Careless, NINE["retry_ok"].clinic())
    with pytest.raises(ToolTimeout):
        talk.say("one")
    assert talk.events == [0.5, ("find_slots", ("tuesday",), "timeout")]
    turn = talk.say("two")

    assert turn.row["turn"] == 2
    assert turn.row["tools"] == ["find_slots"]
    assert len(talk.events) == 4


def test_a_wait_that_time_does_not_allow_is_none() -> None:
    """As with time.sleep."""

    class Hasty(Scripted):
        def handle(self, text: str) -> dict[str, Any]:
            self.sleep(-1)
            return {}

    talk = trace.Conversation(Hasty, NINE["happy"].clinic())
    with pytest.raises(ValueError, match="non-negative"):
        talk.say("hello")

    assert talk.events == []


# write and read


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    """Of all nine scenarios, one row a line."""
    path = tmp_path / "traces.jsonl"
    written = rows(2) + rows(3, "taken")
    trace.write(path, written)

    assert trace.read(path) == written
    assert len(path.read_bytes().split(b"\n")) == 6


@pytest.mark.parametrize(
    "said", ["ça va, Zoë?", "ご予約ですか", "a\nb\r\nc", "x\u2028y\u2029z", "🦷", '"\\']
)
def test_any_words_survive_writing(tmp_path: Path, said: str) -> None:
    """In UTF-8 and on one line, whatever is said."""
    path = tmp_path / "traces.jsonl"
    written = [{**rows(1)[0], "user": said, "say": said}]
    trace.write(path, written)

    assert trace.read(path) == written
    assert path.read_bytes().count(b"\n") == 1


def test_half_a_character_survives_writing(tmp_path: Path) -> None:
    """A `say` cut in the middle of an emoji is a str as well, and can stand in a trace."""
    path = tmp_path / "traces.jsonl"
    written = [{**rows(1)[0], "say": "\ud83e"}]
    trace.write(path, written)

    assert trace.read(path) == written


def test_writing_nothing_makes_an_empty_file(tmp_path: Path) -> None:
    """Which is read as no rows."""
    path = tmp_path / "traces.jsonl"
    trace.write(path, [])

    assert path.read_bytes() == b""
    assert trace.read(path) == []


def test_what_can_not_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    """A row that is no JSON stops before the file is touched."""
    path = tmp_path / "traces.jsonl"
    trace.write(path, rows(1))
    with pytest.raises(TypeError):
        trace.write(path, [{**rows(1)[0], "say": object()}])

    assert trace.read(path) == rows(1)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("first", [0, 1])
def test_turns_may_count_from_zero_throughout(tmp_path: Path, first: int) -> None:
    """They are read as counting from one."""
    path = tmp_path / "traces.jsonl"
    trace.write(path, rows(3, "happy", first) + rows(2, "taken", first))

    assert trace.read(path) == rows(3, "happy") + rows(2, "taken")


def test_a_file_that_counts_both_ways_is_not_made_right(tmp_path: Path) -> None:
    """Only a file that counts from zero throughout is accepted: a mixed one stays different."""
    path = tmp_path / "traces.jsonl"
    trace.write(path, rows(3, "happy", 0) + rows(2, "taken", 1))
    due = rows(3, "happy") + rows(2, "taken")

    assert trace.first_difference(due, trace.read(path)) is not None


@pytest.mark.parametrize("turn", ["1", None, 1.5])
def test_odd_turns_are_left_for_the_comparison(tmp_path: Path, turn: Any) -> None:
    """`read` does not guess; the difference is told with both values."""
    path = tmp_path / "traces.jsonl"
    trace.write(path, [{**rows(1)[0], "turn": turn}])

    assert trace.first_difference(rows(1), trace.read(path)) == (rows(1)[0], "turn", 1, turn)


def test_a_row_may_hold_more_and_need_not_hold_say(tmp_path: Path) -> None:
    """The wording is never judged, and neither are keys of the learner's own."""
    path = tmp_path / "traces.jsonl"
    row = {**rows(1)[0], "mood": "good"}
    del row["say"]
    trace.write(path, [row])

    assert trace.read(path) == [row]


@pytest.mark.parametrize("key", trace.COMPARED)
def test_a_missing_key_is_named(tmp_path: Path, key: str) -> None:
    """With the file."""
    path = tmp_path / "traces.jsonl"
    row = rows(1)[0]
    del row[key]
    trace.write(path, [row])
    with pytest.raises(BadInput, match=key) as caught:
        trace.read(path)

    assert "traces.jsonl" in str(caught.value)


@pytest.mark.parametrize("line", ["7", "[]", '"happy"', "null", "[1, 2]"])
def test_a_line_that_is_no_object_is_bad_input(tmp_path: Path, line: str) -> None:
    """JSON alone is not enough."""
    path = tmp_path / "traces.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(BadInput, match="no object"):
        trace.read(path)


@pytest.mark.parametrize("bad", ["{", "{'turn': 1}", '{"turn": NaN}', "hello"])
def test_a_line_that_is_no_json_is_named(tmp_path: Path, bad: str) -> None:
    """The message names the line of the file, blank lines counted."""
    path = tmp_path / "traces.jsonl"
    path.write_text(json.dumps(rows(1)[0]) + "\n\n" + bad + "\n", "utf-8")
    with pytest.raises(BadInput, match=r"traces\.jsonl line 3"):
        trace.read(path)


def test_a_line_that_lacks_a_key_is_named(tmp_path: Path) -> None:
    """The message names the line of the file here too."""
    path = tmp_path / "traces.jsonl"
    path.write_text(json.dumps(rows(1)[0]) + "\n\n{}\n", "utf-8")
    with pytest.raises(BadInput, match=r"traces\.jsonl (line|row) 3"):
        trace.read(path)


def test_no_file_is_no_bad_input(tmp_path: Path) -> None:
    """It has not been attempted: that is told apart."""
    with pytest.raises(FileNotFoundError):
        trace.read(tmp_path / "traces.jsonl")


def test_remarks_of_the_file_are_passed_on(tmp_path: Path) -> None:
    """A key that stands twice is odd but harmless."""
    path = tmp_path / "traces.jsonl"
    line = json.dumps(rows(1)[0])
    path.write_text(line[:-1] + ', "turn": 1}\n', "utf-8")
    remarks: list[str] = []

    assert trace.read(path, remarks.append) == rows(1)
    assert len(remarks) == 1
    assert "line 1" in remarks[0]


# first_difference


def test_equal_traces_have_no_difference() -> None:
    """None, also for no rows at all."""
    assert trace.first_difference(rows(3), rows(3)) is None
    assert trace.first_difference([], []) is None


def test_the_wording_is_no_difference() -> None:
    """`say` and other keys are not compared."""
    came = [{**row, "say": "Hm?", "mood": "good"} for row in rows(2)]

    assert trace.first_difference(rows(2), came) is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scenario", "taken"),
        ("turn", 7),
        ("user", "bye"),
        ("state", "DONE"),
        ("tools", ["book"]),
        ("outcomes", ["ok"]),
    ],
)
def test_each_compared_key_makes_a_difference(key: str, value: Any) -> None:
    """The row due, the key, what was due, what came."""
    due = rows(3)
    came = [due[0], {**due[1], key: value}, due[2]]

    assert trace.first_difference(due, came) == (due[1], key, due[1][key], value)


def test_the_first_of_several_differences_is_told() -> None:
    """First by row, then in the order of COMPARED."""
    due = rows(2)
    came = [{**due[0], "outcomes": ["ok"], "state": "DONE"}, {**due[1], "turn": 9}]
    difference = trace.first_difference(due, came)

    assert difference is not None
    assert difference[:2] == (due[0], "state")


def test_a_missing_row_is_told_with_the_row_due() -> None:
    """And with both counts."""
    assert trace.first_difference(rows(3), rows(2)) == (rows(3)[2], "rows", 3, 2)
    assert trace.first_difference(rows(1), []) == (rows(1)[0], "rows", 1, 0)


def test_a_row_too_many_is_told_without_a_row() -> None:
    """None was due there."""
    assert trace.first_difference(rows(2), rows(3)) == (None, "rows", 2, 3)


def test_traces_are_compared_in_the_order_given() -> None:
    """Scenarios in another order are a difference of scenario."""
    one, other = rows(1, "happy"), rows(1, "taken")
    difference = trace.first_difference(one + other, other + one)

    assert difference == (one[0], "scenario", "happy", "taken")
