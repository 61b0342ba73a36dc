"""The reference agent: the nine scenarios, every hazard of real calls, and what never happens."""

import ast
import doctest
import gc
import importlib.util
import itertools
import json
import re
import textwrap
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekit import scenarios
from voicekit.clinic import OUTCOMES, WEEKDAYS, ClinicAPI
from voicekit.clock import FakeClock
from voicekit.nlu import INTENTS, parse

PATH = Path(__file__).parents[1] / "solutions" / "agent.py"
REGIONS = (
    "transition-table",
    "next-question",
    "confirm-yes",
    "confirm-no",
    "search-retry",
    "hand-off",
    "refused-booking",
)
NINE = {scenario.name: scenario for scenario in scenarios.load()}
ONE_SHOT = "Book me on Tuesday at ten a m, my name is Jamie"
A_PERSON = "can I talk to a person"
DRIVE_TO = {
    "LISTEN": [],
    "ASK_DAY": ["I'd like to book an appointment"],
    "ASK_TIME": ["I'd like to book an appointment", "Tuesday"],
    "ASK_NAME": ["I'd like to book an appointment", "Tuesday", "ten a m"],
    "CONFIRM": [ONE_SHOT],
    "DONE": [ONE_SHOT, "yes"],
    "HANDOFF": [ONE_SHOT, A_PERSON],
}


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("agent", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AGENT = load(PATH)


@pytest.fixture
def module() -> ModuleType:
    """A fresh copy of the agent's module, to be changed at will."""
    return load(PATH)


class Call:
    """An agent, its clinic and its clock, and what was answered so far."""

    def __init__(
        self,
        says: Sequence[str] = (),
        plan: Mapping[str, Sequence[str]] | None = None,
        free: Mapping[str, Sequence[str]] | None = None,
        module: ModuleType = AGENT,
    ) -> None:
        self.api = ClinicAPI(plan, free)
        self.clock = FakeClock()
        self.agent = module.VoiceAgent(self.api, sleep=self.clock.sleep)
        self.answers: list[dict[str, Any]] = []
        for text in says:
            self.say(text)

    def say(self, text: str | None) -> dict[str, Any]:
        self.answers.append(self.agent.handle(text))
        return self.answers[-1]

    @property
    def slots(self) -> tuple[str | None, str | None, str | None]:
        return self.agent.day, self.agent.time, self.agent.name

    def log(self, start: int = 0) -> list[str]:
        """The calls from `start` on, as in "book tuesday 10:00 Jamie ok"."""
        return [" ".join([tool, *args, outcome]) for tool, args, outcome in self.api.calls[start:]]

    @property
    def books(self) -> list[tuple[Any, ...]]:
        return [(*args, outcome) for tool, args, outcome in self.api.calls if tool == "book"]


# --- the nine scenarios ----------------------------------------------------------------------


def play(scenario: scenarios.Scenario, module: ModuleType = AGENT) -> None:
    """Fail where the scenario's expectations are not met."""
    call = Call(plan=scenario.plan, free=scenario.free, module=module)
    for turn in scenario.turns:
        before = len(call.api.calls)
        answer = call.say(turn.user)
        new = call.api.calls[before:]
        assert turn.state in (None, answer["state"])
        assert answer["state"] != turn.not_state
        books = [[*args, outcome] for tool, args, outcome in new if tool == "book"]
        assert books == [list(book) for book in turn.book]
        if turn.search_after_book:
            assert [tool for tool, _, _ in new] == ["book", "find_slots"]
    if scenario.find_slots is not None:
        assert [tool for tool, _, _ in call.api.calls].count("find_slots") == scenario.find_slots
    if scenario.waits is not None:
        assert call.clock.waits == list(scenario.waits)
    if scenario.handoff:
        assert call.agent.handoff["reason"] == scenario.handoff["reason"]
        assert call.agent.handoff["summary"].items() >= scenario.handoff.get("summary", {}).items()
    else:
        assert call.agent.handoff is None


@pytest.mark.parametrize("name", NINE)
def test_scenario(name: str) -> None:
    """Each of the nine scenarios holds."""
    play(NINE[name])


# --- the hazards -----------------------------------------------------------------------------


@dataclass
class Hazard:
    """One row: from `start` on the caller says this, and then exactly that holds.

    Args:
        says: "utterance > state after it | …".
        calls: all that is called meanwhile, as in "find_slots friday ok | …".
        slots: day, time and name at the end, "-" for none; "" leaves them open.
        reason: of the hand-off, whose summary is those slots; None: no hand-off.
        waits: all that was waited, in seconds.
    """

    id: str
    start: str
    says: str
    calls: str = ""
    slots: str = ""
    reason: str | None = None
    waits: Sequence[float] = ()
    plan: Mapping[str, Sequence[str]] = field(default_factory=dict)
    free: Mapping[str, Sequence[str]] | None = None

    @property
    def turns(self) -> list[tuple[str, str]]:
        pairs = (turn.rsplit("> ", 1) for turn in self.says.split(" | "))
        return [(text.removesuffix(" "), state) for text, state in pairs]


NOON_TOO = {"tuesday": ["10:00", "12:00", "14:30", "14:45"]}

# fmt: off
HAZARDS = [
    Hazard("H1", "CONFIRM", "yes, but half past two > CONFIRM | yes > DONE",
           "book tuesday 14:30 Jamie ok", "tuesday 14:30 Jamie"),
    Hazard("H2", "CONFIRM", "yes, ten is right > DONE", "book tuesday 10:00 Jamie ok"),
    Hazard("H3", "CONFIRM", "okay, hold on a moment > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("H4", "CONFIRM", "sure, but what does it cost? > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("H5", "CONFIRM", "no problem > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("H5-both", "CONFIRM", "yeah, no > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("H7", "LISTEN", "yes > ASK_DAY", "", "- - -"),
    Hazard("H8", "LISTEN", "Can I book on Friday > ASK_TIME | yes > ASK_TIME",
           "find_slots friday ok", "friday - -"),
    Hazard("H9", "CONFIRM", "yes > DONE | yes > DONE", "book tuesday 10:00 Jamie ok"),
    Hazard("H10", "CONFIRM", "> CONFIRM | > HANDOFF", "", "tuesday 10:00 Jamie",
           reason="not_understood"),
    Hazard("H12", "CONFIRM", "book it > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("H13", "CONFIRM", "no, make it two thirty > CONFIRM | yes > DONE",
           "book tuesday 14:30 Jamie ok"),
    Hazard("H14", "CONFIRM", "make it two thirty > CONFIRM | yes > DONE",
           "book tuesday 14:30 Jamie ok"),
    Hazard("H15", "CONFIRM", "book it for two thirty instead > CONFIRM | yes > DONE",
           "book tuesday 14:30 Jamie ok"),
    Hazard("H16", "CONFIRM", "no, Friday > CONFIRM", "find_slots friday ok", "friday 10:00 Jamie"),
    Hazard("H18", "CONFIRM", "no, eleven > ASK_TIME", "", "tuesday - Jamie"),
    Hazard("H19", "CONFIRM", "no > ASK_TIME", "", "tuesday - Jamie"),
    Hazard("H21", "CONFIRM", "no, Friday > CONFIRM | no, two thirty > CONFIRM | yes > DONE",
           "find_slots friday ok | book friday 14:30 Jamie ok"),
    Hazard("H22", "CONFIRM", "no, my name is Jaime > CONFIRM", "", "tuesday 10:00 Jaime"),
    Hazard("H23", "CONFIRM", "yes > DONE | actually, Friday > DONE", "book tuesday 10:00 Jamie ok",
           "tuesday 10:00 Jamie"),
    Hazard("H24", "LISTEN", "Tuesday, no sorry, Wednesday at ten > ASK_NAME",
           "find_slots wednesday ok", "wednesday 10:00 -"),
    Hazard("H25", "ASK_TIME", "at seven > ASK_TIME", "", "tuesday - -"),
    Hazard("H26", "ASK_TIME", "noon > ASK_TIME", "", "tuesday - -"),
    Hazard("H26-half", "ASK_TIME", "half past two > ASK_NAME", "", "tuesday 14:30 -"),
    Hazard("H26-quarter", "ASK_TIME", "quarter to three > ASK_TIME"),
    Hazard("H26-noon-is-free", "ASK_TIME", "noon > ASK_NAME", "", "tuesday 12:00 -", free=NOON_TOO),
    Hazard("H26-quarter-is-free", "ASK_TIME", "quarter to three > ASK_NAME", "", "tuesday 14:45 -",
           free=NOON_TOO),
    Hazard("H28", "ASK_TIME", "one second please > ASK_TIME", "", "tuesday - -"),
    Hazard("H31", "ASK_DAY", "the fifth of March > ASK_DAY | the fifth of March > ASK_DAY", "",
           "- - -"),
    Hazard("H32", "ASK_TIME", "actually Friday > ASK_TIME | ten > ASK_NAME", "find_slots friday ok",
           "friday 10:00 -", free={"tuesday": ["14:30"], "friday": ["10:00"]}),
    Hazard("H34", "ASK_NAME", "it's Jamie, thanks > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("H35-yes", "ASK_NAME", "yes > ASK_NAME", "", "tuesday 10:00 -"),
    Hazard("H35-what", "ASK_NAME", "what? > ASK_NAME", "", "tuesday 10:00 -"),
    Hazard("H35-hmm", "ASK_NAME", "hmm > ASK_NAME", "", "tuesday 10:00 -"),
    Hazard("H38", "LISTEN", "book Tuesday > ASK_TIME",
           "find_slots tuesday timeout | find_slots tuesday ok", waits=[0.5],
           plan={"find_slots": ["timeout", "ok"]}),
    Hazard("H39", "LISTEN", "book Tuesday > HANDOFF",
           "find_slots tuesday timeout | find_slots tuesday timeout | find_slots tuesday timeout",
           "tuesday - -", reason="tool_failure", waits=[0.5, 1.0],
           plan={"find_slots": ["timeout", "timeout", "timeout"]}),
    Hazard("H40", "LISTEN", "book Tuesday > HANDOFF", "find_slots tuesday error", "tuesday - -",
           reason="tool_failure", plan={"find_slots": ["error"]}),
    Hazard("H42", "CONFIRM", "yes > HANDOFF | did it work? > HANDOFF | yes > HANDOFF",
           "book tuesday 10:00 Jamie timeout", "tuesday 10:00 Jamie", reason="tool_failure",
           plan={"book": ["timeout"]}),
    Hazard("H43", "CONFIRM", "yes > ASK_TIME | ten > ASK_TIME",
           "book tuesday 10:00 Jamie taken | find_slots tuesday ok", "tuesday - Jamie",
           plan={"book": ["taken"]}),
    Hazard("H44", "CONFIRM", "yes > ASK_TIME | two thirty > CONFIRM | yes > DONE",
           "book tuesday 10:00 Jamie taken | find_slots tuesday ok | book tuesday 14:30 Jamie ok",
           plan={"book": ["taken"]}),
    Hazard("H46", "CONFIRM", "yes > HANDOFF", "book tuesday 10:00 Jamie error",
           "tuesday 10:00 Jamie", reason="tool_failure", plan={"book": ["error"]}),
    Hazard("H50-LISTEN", "LISTEN", "can I talk to a person > HANDOFF", "", "- - -",
           reason="user_request"),
    Hazard("H50-ASK_DAY", "ASK_DAY", "can I talk to a person > HANDOFF", "", "- - -",
           reason="user_request"),
    Hazard("H50-ASK_TIME", "ASK_TIME", "can I talk to a person > HANDOFF", "", "tuesday - -",
           reason="user_request"),
    Hazard("H50-ASK_NAME", "ASK_NAME", "can I talk to a person > HANDOFF", "", "tuesday 10:00 -",
           reason="user_request"),
    Hazard("H50-CONFIRM", "CONFIRM", "can I talk to a person > HANDOFF", "", "tuesday 10:00 Jamie",
           reason="user_request"),
    Hazard("H50-DONE", "DONE", "can I talk to a person > HANDOFF", "", "tuesday 10:00 Jamie",
           reason="user_request"),
    Hazard("H53", "LISTEN", "are you a real person? > LISTEN"),
    Hazard("H54", "LISTEN", "hmm > LISTEN | book Friday > ASK_TIME | blah > ASK_TIME",
           "find_slots friday ok"),
    Hazard("H55", "CONFIRM", "blah > CONFIRM | blah > HANDOFF", "", "tuesday 10:00 Jamie",
           reason="not_understood"),
    Hazard("H56", "ASK_TIME",
           "hmm > ASK_TIME | what time do you close today? > ASK_TIME | hmm > ASK_TIME", "",
           "tuesday - -"),
    Hazard("H58", "LISTEN", "cancel my visit on Friday > LISTEN", "", "- - -"),
    Hazard("H59", "HANDOFF",
           "yes > HANDOFF | book Friday > HANDOFF | hmm > HANDOFF | blah > HANDOFF", "",
           "tuesday 10:00 Jamie", reason="user_request"),
    Hazard("H60-TWO THIRTY P M", "ASK_TIME", "TWO THIRTY P M > ASK_NAME", "", "tuesday 14:30 -"),
    Hazard("H60-2:30 p.m.", "ASK_TIME", "2:30 p.m. > ASK_NAME", "", "tuesday 14:30 -"),
    Hazard("H60-10 A.M.", "ASK_TIME", "10 A.M. > ASK_NAME", "", "tuesday 10:00 -"),
    Hazard("H60-ten am", "ASK_TIME", "ten am > ASK_NAME", "", "tuesday 10:00 -"),
    Hazard("H61", "LISTEN",
           "book me now and skip the question > ASK_DAY | "
           "skip the question, Tuesday at ten, my name is Jamie > CONFIRM", "find_slots tuesday ok",
           "tuesday 10:00 Jamie"),
]

# Not in the list of hazards: what our own rules add to the contract.
RULES = [
    Hazard("rule-2-nothing-free", "LISTEN", "Sunday > ASK_DAY", "find_slots sunday ok", "- - -"),
    Hazard("rule-2-the-time-waits-for-a-day-that-has-it", "LISTEN",
           "Sunday at ten > ASK_DAY | Monday > ASK_NAME",
           "find_slots sunday ok | find_slots monday ok", "monday 10:00 -"),
    Hazard("rule-2-the-time-comes-before-the-day", "LISTEN",
           "book me at two thirty > ASK_DAY | Tuesday > ASK_NAME", "find_slots tuesday ok",
           "tuesday 14:30 -"),
    Hazard("rule-2-back-to-a-day-asks-again", "ASK_TIME",
           "actually Friday > ASK_TIME | no, Tuesday > ASK_TIME | Tuesday > ASK_TIME",
           "find_slots friday ok | find_slots tuesday ok"),
    Hazard("rule-3-spelled", "ASK_NAME", "J A M I E > CONFIRM", "", "tuesday 10:00 Jamie"),
    Hazard("rule-3-spelled-aloud", "ASK_NAME", "it's J-A-M-I-E > CONFIRM", "",
           "tuesday 10:00 Jamie"),
    Hazard("rule-3-last-word", "ASK_NAME", "you can say JAMIE please > CONFIRM", "",
           "tuesday 10:00 Jamie"),
    Hazard("rule-3-digits-are-no-name", "ASK_NAME", "42 > ASK_NAME | ... > HANDOFF",
           reason="not_understood"),
    Hazard("rule-5-nothing-new", "CONFIRM", "no, ten > ASK_TIME", "", "tuesday - Jamie"),
    Hazard("rule-5-rejected-time", "CONFIRM", "ten does not work > ASK_TIME", "",
           "tuesday - Jamie"),
    Hazard("rule-5-rejected-day", "CONFIRM",
           "I can't make it on Tuesday > ASK_DAY | Friday > CONFIRM", "find_slots friday ok",
           "friday 10:00 Jamie"),
    Hazard("rule-5-rejected-and-replaced", "CONFIRM",
           "ten does not work, make it two thirty > CONFIRM", "", "tuesday 14:30 Jamie"),
    Hazard("rule-5-rejected-elsewhere", "ASK_TIME", "ten does not work > ASK_TIME"),
    Hazard("rule-6-the-budget-is-per-search", "LISTEN",
           "book Tuesday > ASK_TIME | actually Friday > ASK_TIME",
           "find_slots tuesday timeout | find_slots tuesday timeout | find_slots tuesday ok | "
           "find_slots friday timeout | find_slots friday timeout | find_slots friday ok",
           waits=[0.5, 1.0, 0.5, 1.0],
           plan={"find_slots": ["timeout", "timeout", "ok", "timeout", "timeout", "ok"]}),
    Hazard("rule-6-a-refusal-is-no-timeout", "LISTEN", "book Tuesday > HANDOFF",
           "find_slots tuesday timeout | find_slots tuesday taken", reason="tool_failure",
           waits=[0.5], plan={"find_slots": ["timeout", "taken"]}),
    Hazard("rule-8-nothing-left", "CONFIRM", "yes > ASK_DAY",
           "book tuesday 10:00 Jamie taken | find_slots tuesday ok", "- - Jamie",
           plan={"book": ["taken"]}, free={"tuesday": ["10:00"]}),
    Hazard("rule-8-the-search-fails-too", "CONFIRM", "yes > HANDOFF",
           "book tuesday 10:00 Jamie taken | find_slots tuesday error", "tuesday - Jamie",
           reason="tool_failure", plan={"book": ["taken"], "find_slots": ["ok", "error"]}),
    Hazard("rule-9-done-absorbs", "DONE",
           "no > DONE | hmm > DONE | blah > DONE | book Friday at ten > DONE", "",
           "tuesday 10:00 Jamie"),
    Hazard("rule-10-asides", "CONFIRM",
           "what time do you close on Friday? > CONFIRM | cancel my visit on Friday > CONFIRM", "",
           "tuesday 10:00 Jamie"),
]
# fmt: on


@pytest.mark.parametrize("hazard", [*HAZARDS, *RULES], ids=lambda hazard: hazard.id)
def test_hazard(hazard: Hazard) -> None:
    """The state after each turn, every call, the waits, the slots and the reason are as due."""
    call = Call(DRIVE_TO[hazard.start], hazard.plan, hazard.free)
    before = len(call.api.calls)
    assert [(text, call.say(text)["state"]) for text, _ in hazard.turns] == hazard.turns
    assert " | ".join(call.log(before)) == hazard.calls
    assert call.clock.waits == list(hazard.waits)
    assert hazard.slots in ("", " ".join(value or "-" for value in call.slots))
    if hazard.reason:
        summary = dict(zip(("day", "time", "name"), call.slots, strict=True))
        assert call.agent.handoff == {"reason": hazard.reason, "summary": summary}
    else:
        assert call.agent.handoff is None


def test_none_counts_as_nothing_said() -> None:
    """A recogniser that returns None instead of a text is silence (H10), and nothing breaks."""
    assert [Call([ONE_SHOT]).say(text)["state"] for text in ("", None)] == ["CONFIRM"] * 2


def test_hazards_are_all_here() -> None:
    """H1 to H61, without those of speech (H47 to H49) and the numbers that were never given."""
    never = {6, 11, 17, 20, 27, 29, 30, 33, 36, 37, 41, 45, 51, 52, 57}
    due = {f"H{n}" for n in range(1, 62)} - {f"H{n}" for n in never | {47, 48, 49}}
    assert {hazard.id.split("-")[0] for hazard in HAZARDS} == due


@pytest.mark.parametrize("outcome", ["timeout", "error"])
def test_unknown_outcome_is_told_as_unknown(outcome: str) -> None:
    """After a booking without an answer nothing that is said claims success or failure."""
    call = Call([ONE_SHOT], {"book": [outcome]})
    told = " ".join(call.say(text)["say"] for text in ("yes", "did it work?", "yes"))
    assert "can't tell whether" in told
    assert not re.search(r"is booked|are booked|been booked|fail|not booked|no booking|error", told)


def test_day_question_names_weekdays() -> None:
    """A caller who gave a date hears that a weekday is wanted."""
    assert "Monday" in Call(["book", "the fifth of March"]).answers[-1]["say"]


def test_read_back_says_everything() -> None:
    """The question in CONFIRM holds day, time and name, after an aside too."""
    call = Call([ONE_SHOT, "what time do you close?", "hmm"])
    for answer in call.answers:
        assert all(value in answer["say"] for value in ("Tuesday", "10:00", "Jamie"))


def test_refused_time_is_never_sent_again() -> None:
    """A clinic that keeps offering a time it has refused is not asked for it again."""

    class Forgetful(ClinicAPI):
        def find_slots(self, day: str) -> list[str]:
            super().find_slots(day)
            return ["10:00", "14:30"]

    call = Call()
    call.api = Forgetful({"book": ["taken"]})
    call.agent = AGENT.VoiceAgent(call.api, sleep=call.clock.sleep)
    states = [call.say(text)["state"] for text in (ONE_SHOT, "yes", "ten", "two thirty", "yes")]
    assert states == ["CONFIRM", "ASK_TIME", "ASK_TIME", "CONFIRM", "DONE"]
    assert call.log()[3:] == ["book tuesday 14:30 Jamie ok"]


# --- what never happens ----------------------------------------------------------------------

OTHER = {"day": "friday", "time": "14:30", "name": "Robin"}
SAME = {"day": "tuesday", "time": "10:00", "name": "Jamie"}
NONE = {"day": None, "time": None, "name": None}


@pytest.mark.parametrize("state", scenarios.STATES)
@pytest.mark.parametrize("intent", INTENTS)
@pytest.mark.parametrize("slots", [NONE, OTHER, SAME], ids=["none", "other", "same"])
def test_only_yes_in_confirm_books(
    state: str, intent: str, slots: dict[str, str | None], module: ModuleType
) -> None:
    """Of all states, intents and slots, a yes to just what was read back reaches `book`."""
    call = Call(DRIVE_TO[state], module=module)
    assert call.agent.state == state
    before = len(call.api.calls)
    vars(module)["parse"] = lambda text: {"intent": intent, **slots}
    call.say("so")
    new = [tool for tool, _, _ in call.api.calls[before:]]
    books = state == "CONFIRM" and intent == "yes" and slots is not OTHER
    assert new.count("book") == books
    if state in ("DONE", "HANDOFF"):
        assert new == []


def test_arrow_alone_does_not_book() -> None:
    """Calling the trigger by hand books nothing: its guard wants a yes that was heard."""
    call = Call([ONE_SHOT])
    assert call.agent.yes() is False
    assert call.books == []


UTTERANCES = [
    ONE_SHOT,
    *DRIVE_TO["ASK_NAME"],
    *(turn.user for scenario in NINE.values() for turn in scenario.turns),
    *(str(text) for hazard in HAZARDS for text, _ in hazard.turns),
    *WEEKDAYS,
]
OFTEN = [ONE_SHOT, "yes", "no", "no, Friday", "two thirty", "ten", "Sunday", "book Tuesday"]
says = st.lists(st.sampled_from(OFTEN) | st.sampled_from(UTTERANCES) | st.text(), max_size=12)
plans = st.fixed_dictionaries(
    {tool: st.lists(st.sampled_from(OUTCOMES), max_size=6) for tool in ("find_slots", "book")}
)


@given(says=says, plan=plans)
def test_safe_whatever_is_said_and_fails(says: list[str], plan: dict[str, list[str]]) -> None:
    """Any texts on any failures: nothing is raised, and no rule about calls is ever broken."""
    call = Call(plan=plan)
    question, state, handoff = "", "LISTEN", None
    for text in says:
        calls, waits = len(call.api.calls), len(call.clock.waits)
        answer = call.say(text)
        new = call.api.calls[calls:]

        assert json.loads(json.dumps(answer)) == answer
        assert type(answer["state"]) is str
        assert answer["state"] == call.agent.state
        assert answer["say"]
        assert answer["tool_calls"] == [tool for tool, _, _ in new]
        assert sum(call.clock.waits[waits:]) <= 1.5
        assert answer["tool_calls"].count("find_slots") <= 3
        for tool, args, _ in new:
            if tool == "book":
                day, time, name = args
                assert state == "CONFIRM"
                assert parse(text)["intent"] == "yes"
                assert all(value in question for value in (day.title(), time, name))
        if state in ("DONE", "HANDOFF"):
            assert new == []
        if state == "HANDOFF":
            assert (answer["state"], call.agent.handoff) == ("HANDOFF", handoff)
        assert (call.agent.handoff is None) == (answer["state"] != "HANDOFF")
        question, state, handoff = answer["say"], answer["state"], call.agent.handoff

    attempts = [(day, time) for day, time, _, _ in call.books]
    assert len(attempts) == len(set(attempts))
    assert all(outcome == "taken" for *_, outcome in call.books[:-1])


# --- the machine -----------------------------------------------------------------------------


def arrows() -> Iterator[tuple[str, Any]]:
    """Each trigger of a fresh agent's machine with one of its transitions."""
    machine = AGENT.VoiceAgent(ClinicAPI()).machine
    for trigger, event in machine.events.items():
        for transition in itertools.chain.from_iterable(event.transitions.values()):
            yield trigger, transition


def test_one_arrow_books() -> None:
    """One arrow of the machine runs `_book`: from CONFIRM, on yes, behind a guard."""
    told = []
    for trigger, arrow in arrows():
        guards = [guard.func.__name__ for guard in arrow.conditions]
        steps = [step.__name__ for step in (*arrow.prepare, *arrow.before, *arrow.after)]
        assert "_book" not in guards
        told += [(trigger, arrow.source, guards) for step in steps if step == "_book"]
    assert told == [("yes", "CONFIRM", ["_is_consent"])]


def test_book_stands_once_in_the_file() -> None:
    """There is one place that can send a booking, and one that calls it: the arrow's action."""
    names = [n.attr for n in ast.walk(ast.parse(PATH.read_text())) if isinstance(n, ast.Attribute)]
    assert (names.count("book"), names.count("_book")) == (1, 1)


def test_table_leads_nowhere_else() -> None:
    """DONE is reached on booked alone, is left for a person alone, and HANDOFF is never left."""
    told = [(trigger, arrow.source, arrow.dest) for trigger, arrow in arrows()]
    assert {arrow for arrow in told if arrow[2] == "DONE"} == {("booked", "CONFIRM", "DONE")}
    assert {arrow for arrow in told if arrow[1] == "DONE"} == {("hand_off", "DONE", "HANDOFF")}
    assert not [arrow for arrow in told if arrow[1] == "HANDOFF"]
    assert {end for _, *ends in told for end in ends} <= {*scenarios.STATES, None}


def test_no_way_round_the_table() -> None:
    """The agent has no to_DONE() or the like, and no on_enter callback that could call a tool."""
    agent = AGENT.VoiceAgent(ClinicAPI())
    assert not [name for name in dir(agent) if name.startswith("to_")]
    assert not [s for s in agent.machine.states.values() if s.on_enter or s.on_exit]


def test_triggers_hide_no_attribute() -> None:
    """No attribute of the agent has a trigger's name: transitions would keep the attribute."""
    for trigger in AGENT.VoiceAgent(ClinicAPI()).machine.events:
        assert getattr(AGENT.VoiceAgent(ClinicAPI()), trigger).func.__name__ == "trigger"


def test_guard_that_says_no_is_not_silent() -> None:
    """An arrow whose guard says no, or that is not in the table, is a mistake that is raised."""
    agent = Call(["book Tuesday"]).agent
    with pytest.raises(RuntimeError, match="confirm: its guard says no in ASK_TIME"):
        agent._go("confirm", "")
    with pytest.raises(Exception, match="booked from state ASK_TIME"):
        agent._go("booked", "")
    assert agent.state == "ASK_TIME"


def test_states_are_those_of_the_contract() -> None:
    """The agent's states are the contract's, in its order, and plain strings."""
    assert list(AGENT.STATES) == list(scenarios.STATES)


def test_agent_is_let_go() -> None:
    """Nothing keeps an agent alive once its call is over."""
    call = Call([ONE_SHOT, "yes"])
    agent = weakref.ref(call.agent)
    del call
    gc.collect()
    assert agent() is None


def test_agents_share_nothing() -> None:
    """What one caller says does not show in another call."""
    first, second = Call([ONE_SHOT]), Call()
    assert (second.agent.state, second.slots) == ("LISTEN", (None, None, None))
    second.say("yes")
    assert (first.agent.state, first.books) == ("CONFIRM", [])


def test_backoff_covers_the_retries() -> None:
    """A wait that is missing is found at once, not in the third minute of an outage."""
    with pytest.raises(ValueError, match=r"backoff: expected at least 3 waits, got \(0.5, 1.0\)"):
        AGENT.VoiceAgent(ClinicAPI(), max_retries=3)
    clock, api = FakeClock(), ClinicAPI({"find_slots": ["timeout"] * 9})
    AGENT.VoiceAgent(api, clock.sleep, 3, (1, 2, 3)).handle("book Tuesday")
    assert clock.waits == [1, 2, 3]
    AGENT.VoiceAgent(api, clock.sleep, 0, ()).handle("book Tuesday")
    assert clock.waits == [1, 2, 3]


def test_opening_hours_are_the_clinic_s() -> None:
    """What the agent says about opening hours is what the clinic's tool would say."""
    api = ClinicAPI()
    assert {api.opening_hours(day) for day in WEEKDAYS[:-1]} == {"09:00-17:00"}
    assert api.opening_hours("sunday") == "closed"
    assert "nine to five, and closed on Sundays" in AGENT.ASIDES["hours"]


def test_example_in_the_docstring() -> None:
    """The example in the class's docstring runs as written."""
    assert doctest.testmod(AGENT, extraglobs=vars(AGENT)).attempted > 0
    assert doctest.testmod(AGENT, extraglobs=vars(AGENT)).failed == 0


# --- the regions that learners write ---------------------------------------------------------


def regions() -> dict[str, tuple[int, int]]:
    """The first and the last line (from 0) of each region's body."""
    found, opened = {}, None
    for number, line in enumerate(PATH.read_text().splitlines()):
        if mark := re.search(r"# (region|endregion)\b", line):
            kind = mark[1]
            name = line.removeprefix(f"    # {kind} ")
            assert re.fullmatch("[a-z-]+", name), line
            if kind == "region":
                assert opened is None
                opened, found[name] = name, (number + 1, -1)
            else:
                assert opened == name
                opened, found[name] = None, (found[name][0], number)
    assert opened is None
    return found


def blank(name: str) -> str:
    """The module's source with the methods of a region replaced by stubs, as a learner gets it."""
    lines = PATH.read_text().splitlines()
    start, end = regions()[name]
    stubs = []
    for node in ast.parse(textwrap.dedent("\n".join(lines[start:end]))).body:
        assert isinstance(node, ast.FunctionDef)
        node.body = ast.parse(f"raise NotImplementedError('{name}: not written yet')").body
        stubs.append(textwrap.indent(ast.unparse(node), "    "))
    return "\n".join([*lines[:start], *stubs, *lines[end:]])


def test_regions_are_paired_and_in_order() -> None:
    """Each region is closed by its own name, and they come in the order of the exercises."""
    assert tuple(regions()) == REGIONS


def test_regions_hold_whole_methods_of_readable_size() -> None:
    """A region is made of whole methods with a docstring each, and fits on a screen."""
    lines = PATH.read_text().splitlines()
    for start, end in regions().values():
        body = ast.parse(textwrap.dedent("\n".join(lines[start:end]))).body
        assert all(isinstance(node, ast.FunctionDef) and ast.get_docstring(node) for node in body)
        assert end - start <= 28


FINE_WITHOUT = {
    "transition-table": set(),
    "next-question": {"not_understood"},
    "confirm-yes": {"retry_ok", "retry_fail", "not_understood", "wants_human"},
    "confirm-no": set(NINE) - {"confirm_no"},
    "search-retry": set(NINE) - {"retry_ok", "retry_fail"},
    "hand-off": set(NINE) - {"not_understood", "wants_human", "retry_fail", "book_timeout"},
    "refused-booking": set(NINE) - {"taken", "book_timeout"},
}


@pytest.mark.parametrize("name", REGIONS)
def test_region_can_be_missing(name: str, tmp_path: Path) -> None:
    """Without a region the agent can be made, and what needs it alone says which it is."""
    (tmp_path / "agent.py").write_text(blank(name))
    module = load(tmp_path / "agent.py")
    call = Call(["what time do you close today?"], module=module)
    assert call.agent.state == "LISTEN"
    for scenario in NINE.values():
        if scenario.name in FINE_WITHOUT[name]:
            play(scenario, module)
        else:
            with pytest.raises(NotImplementedError, match=f"^{name}: not written yet$"):
                play(scenario, module)


@pytest.mark.parametrize(
    ("method", "plan", "says"),
    [
        ("_next", {}, "book Tuesday"),
        ("_search_failed", {"find_slots": ["timeout"]}, "book Tuesday"),
        ("_refused", {"book": ["taken"]}, "yes"),
        ("_outcome_unknown", {"book": ["timeout"]}, "yes"),
        ("_is_consent", {}, "yes"),
    ],
)
def test_mistakes_are_not_swallowed(
    method: str, plan: dict[str, list[str]], says: str, module: ModuleType
) -> None:
    """An error of the agent's own code is raised: only what a tool raises is a tool's failure."""

    def broken(*_: object) -> None:
        raise KeyError("typo")

    setattr(module.VoiceAgent, method, broken)
    call = Call([ONE_SHOT] if says == "yes" else [], plan, module=module)
    with pytest.raises(KeyError, match="typo"):
        call.say(says)
