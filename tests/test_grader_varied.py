"""The varied scenarios: the same meaning for every seed, other values, never told in a report."""

import json
import random
import re
import runpy
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grader.__main__ as command
from grader.context import Context
from grader.grading import grade
from grader.judge import first_problem
from grader.played import Played, Turn
from grader.reports.text import text
from grader.submission import find
from grader.varied import varied, vary
from grader.verdicts import Report, Verdict
from voicekit import trace
from voicekit.clinic import WEEKDAYS, ClinicAPI
from voicekit.errors import BadInput
from voicekit.lab import checking
from voicekit.lab.exercises import exercise
from voicekit.nlu import parse, rejects
from voicekit.scenarios import Due, Scenario, load

ROOT = Path(__file__).parent.parent
AGENTS = ROOT / "tests" / "agents"
PLAIN = AGENTS / "wrong" / "plain_agent.py"
NINE = load()
NAMES = [scenario.name for scenario in NINE]
MANY = range(200)
LITERAL = [
    *sorted((AGENTS / "right").glob("literal_*/agent.py")),
    *(AGENTS / "right" / name / "agent.py" for name in ("seed_only", "outside_literal")),
]
OVERFIT = sorted((AGENTS / "overfit").glob("*.py"))
each_scenario = pytest.mark.parametrize("printed", NINE, ids=NAMES)


@cache
def by_seed(name: str) -> list[Scenario]:
    """Return a scenario as many seeds vary it."""
    printed = [scenario for scenario in NINE if scenario.name == name]
    return [varied(printed, seed)[0] for seed in MANY]


def shape(turn: Due) -> tuple[Any, ...]:
    """Return what `parse` hears in an utterance, but for the values."""
    heard = {**parse(turn.user)}
    slots = [key for key in ("day", "time", "name") if heard[key]]
    return heard["intent"], slots, rejects(turn.user)


def values(scenario: Scenario) -> dict[str, set[str]]:
    """Return the values of each slot that are heard or booked in a scenario."""
    found: dict[str, set[str]] = {"day": set(), "time": set(), "name": set()}
    for turn in scenario.turns:
        heard = {**parse(turn.user)}
        for position, slot in enumerate(found):
            found[slot] |= {str(heard[slot])} if heard[slot] else set()
            found[slot] |= {row[position] for row in turn.book}
    return found


# the same meaning, for every seed


@each_scenario
def test_each_utterance_is_heard_as_the_printed_one_is(printed: Scenario) -> None:
    """The same intent and the same slots, none of them refused."""
    for scenario in by_seed(printed.name):
        assert [shape(turn) for turn in scenario.turns] == [shape(turn) for turn in printed.turns]


@each_scenario
def test_what_must_hold_is_what_the_printed_one_says(printed: Scenario) -> None:
    """States, outcomes and the reason stay; so do the name and the exercise."""

    def due(scenario: Scenario) -> list[Any]:
        turns = [(t.state, t.not_state, t.search_after_book) for t in scenario.turns]
        outcomes = [[row[3] for row in turn.book] for turn in scenario.turns]
        summary = list(scenario.handoff.get("summary", {}))
        return [scenario.name, scenario.exercise, turns, outcomes, summary]

    for scenario in by_seed(printed.name):
        assert due(scenario) == due(printed)
        assert scenario.handoff.get("reason") == printed.handoff.get("reason")


@each_scenario
def test_every_value_and_every_utterance_is_another(printed: Scenario) -> None:
    """As many values as in the printed one, and none of them the same."""
    words = {turn.user.casefold() for turn in printed.turns}
    old = values(printed)
    for scenario in by_seed(printed.name):
        assert words.isdisjoint(turn.user.casefold() for turn in scenario.turns)
        for slot, new in values(scenario).items():
            assert len(new) == len(old[slot])
            assert new.isdisjoint(old[slot])


@each_scenario
def test_what_is_booked_is_what_was_said(printed: Scenario) -> None:
    """Day and name are heard somewhere before; the time is the one heard last."""
    for scenario in by_seed(printed.name):
        said: dict[str, str] = {}
        for turn in scenario.turns:
            heard = {key: value for key, value in parse(turn.user).items() if value}
            said |= {key: str(value) for key, value in heard.items()}
            if shape(turn)[0] == "unknown":  # a bare name, in this scenario
                said["name"] = turn.user.title()
            for day, time, name, _ in turn.book:
                assert (day, time, name) == (said["day"], said["time"], said["name"])


@each_scenario
def test_a_bare_name_is_one_word_without_punctuation(printed: Scenario) -> None:
    """Whoever takes the last word and whoever takes them all hear the same."""
    for scenario in by_seed(printed.name):
        names = {name.casefold() for name in values(scenario)["name"]}
        bare = [t.user for t in scenario.turns if t.user.casefold() in names]
        assert len(bare) == (printed.name == "happy")
        assert all(re.fullmatch("[A-Za-z]+", name) for name in bare)


@each_scenario
def test_times_asked_for_are_free_and_among_the_first_two(printed: Scenario) -> None:
    """An agent need not offer more than two. Nothing is free on Sunday, as docs say."""
    for scenario in by_seed(printed.name):
        asked = values(scenario)
        clinic = ClinicAPI(free=scenario.free)
        for day in asked["day"]:
            assert asked["time"] <= set(clinic.find_slots(day)[:2])
        counts = {day: len(clinic.find_slots(day)) for day in WEEKDAYS}
        assert counts.pop("sunday") == 0
        assert {2, 3, 4} >= set(counts.values())


@each_scenario
def test_only_the_day_that_is_asked_for_has_these_times(printed: Scenario) -> None:
    """So that a search of another day shows."""
    for scenario in by_seed(printed.name):
        asked = values(scenario)
        clinic = ClinicAPI(free=scenario.free)
        for day in set(WEEKDAYS) - asked["day"]:
            assert asked["time"].isdisjoint(clinic.find_slots(day))


@each_scenario
def test_plans_add_only_timeouts_that_a_search_gets_over(printed: Scenario) -> None:
    """Bookings fail as printed. No search sees more than two timeouts that did not see three."""
    for scenario in by_seed(printed.name):
        assert scenario.plan.get("book") == printed.plan.get("book")
        planned = scenario.plan.get("find_slots", ())
        searches = "".join("t" if outcome == "timeout" else "." for outcome in planned)
        assert searches.count("t") <= 3
        assert ("ttt" in searches) == (printed.name == "retry_fail")


def test_the_retry_scenarios_count_what_is_planned() -> None:
    """Two timeouts instead of one mean three searches and two waits; three stay three."""
    for retried, failed in zip(by_seed("retry_ok"), by_seed("retry_fail"), strict=True):
        assert list(retried.plan["find_slots"]) == ["timeout", "timeout", "ok"]
        assert (retried.find_slots, list(retried.waits or ())) == (3, [0.5, 1.0])
        assert (failed.find_slots, list(failed.waits or ())) == (3, [0.5, 1.0])


def test_seeds_vary_phrasings_of_time_the_number_of_free_times_and_plans() -> None:
    """Digits, words, quarters, capitals: all of them come."""
    some = [scenario for name in NAMES for scenario in by_seed(name)]
    said = "\n".join(turn.user for scenario in some for turn in scenario.turns)
    for words in ("half past", "quarter to", " p.m.", "IN THE MORNING", "fourteen", "o'clock"):
        assert words in said
    plans = {tuple(s.plan.get("find_slots", ())) for s in some if s.name == "happy"}
    assert plans == {("timeout",), ("timeout", "timeout")}


def test_a_seed_repeats_what_it_gave_and_another_gives_another() -> None:
    """Also where other scenarios stand beside it."""
    assert varied(NINE, 7) == varied(NINE, 7)
    assert varied(NINE[:1], 7) == varied(NINE, 7)[:1]
    assert varied(NINE, 7) != varied(NINE, 8)


# scenarios of one's own


def test_a_time_that_is_not_free_stays_not_free() -> None:
    """And a day with nothing free keeps nothing free."""
    own = Scenario(
        "own",
        "next-question",
        {},
        (Due("Tuesday"), Due("ten a m"), Due("two thirty")),
        free={"tuesday": ["10:00", "16:00"]},
    )
    for seed in MANY:
        scenario = vary(own, random.Random(seed))
        day, ten, half_past_two = (parse(turn.user) for turn in scenario.turns)
        free = ClinicAPI(free=scenario.free).find_slots(str(day["day"]))
        assert ten["time"] in free
        assert half_past_two["time"] not in free
    empty = vary(replace(own, free={"monday": ["10:00"]}), random.Random(1))
    day = parse(empty.turns[0].user)
    assert ClinicAPI(free=empty.free).find_slots(str(day["day"])) == []


def test_an_utterance_without_other_words_is_told() -> None:
    """Who adds a scenario learns what to add for it, and where."""
    own = Scenario("own", "confirm-yes", {}, (Due("CAN I CANCEL MY VISIT ON FRIDAY"),))
    with pytest.raises(BadInput, match=r'"cancel day" in UTTERANCES of grader/wording\.py'):
        vary(own, random.Random(1))


# agents


def problems(path: Path, seed: int) -> list[tuple[str, object]]:
    """Return what the judge says of an agent that is played in this very process."""
    agent = runpy.run_path(str(path))["VoiceAgent"]
    found = []
    for scenario in varied(NINE, seed):
        turns = [
            Turn(turn.row["turn"], turn.row["user"], turn.row, turn.handoff, turn.calls, turn.waits)
            for turn in trace.play(agent, scenario)
        ]
        if problem := first_problem(Played(scenario, turns=turns)):
            found.append((scenario.name, problem))
    return found


def graded(path: Path, folder: Path, seed: int = 7) -> Report:
    """Grade a copy of an agent that may be built on the plain one."""
    shutil.copy(PLAIN, folder / PLAIN.name)
    shutil.copy(path, folder / "agent.py")
    return grade(Context(find(folder / "agent.py"), seed=seed), ["booking"])


def not_passed(report: Report, run: str) -> list[str]:
    return [str(c.scenario) for c in report.scenarios_of(run) if c.verdict != Verdict.PASSED]


@pytest.mark.parametrize("path", LITERAL, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("seed", range(1, 6))
def test_no_reading_of_the_contract_is_accused(path: Path, seed: int) -> None:
    """Each literal reading passes; test_grader_agents does the same with processes and seed 0."""
    assert problems(path, seed) == []


@pytest.mark.parametrize("path", OVERFIT, ids=lambda path: path.stem)
def test_an_agent_for_the_printed_script_fails_the_varied_one(path: Path, tmp_path: Path) -> None:
    """It passes the nine; with seed 7 it fails where its first line says."""
    report = graded(path, tmp_path)

    first = path.read_text("utf-8").splitlines()[0]
    assert not_passed(report, "printed") == []
    assert first == "# fails varied: " + ", ".join(not_passed(report, "varied"))
    assert report.verdict == Verdict.FAILED


def test_a_mistake_is_told_once(tmp_path: Path) -> None:
    """What fails as printed is skipped varied, and so is what asks for more retries than it."""
    path = AGENTS / "wrong" / "one_retry_too_few.py"
    report = graded(path, tmp_path)

    assert not_passed(report, "printed") == ["retry_fail"]
    for check in report.scenarios_of("varied"):
        assert check.verdict in (Verdict.PASSED, Verdict.SKIPPED)
        skipped = check.verdict == "SKIPPED"
        itself = check.scenario == "retry_fail"
        told = "each needs its printed scenario first." if itself else "mend retry_fail first."
        assert check.message == (told if skipped else "")
    assert {"retry_ok", "retry_fail"} <= {*not_passed(report, "varied")}


def test_where_no_agent_can_be_loaded_nothing_varied_is_played(tmp_path: Path) -> None:
    """The printed scenarios say what is wrong."""
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    report = graded(tmp_path / "broken.py", tmp_path)

    assert {str(check.verdict) for check in report.scenarios_of("varied")} == {"SKIPPED"}


# what is not told

CHATTY = """
import sys

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        print("heard", text)
        print("heard", text, file=sys.stderr)
        if text not in PRINTED:
            self.api.cancel_booking("friday", "09:00", text)
            raise {error}
        return super().handle(text)


PRINTED = {printed!r}
"""


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        ("ValueError(text)", "FAILED"),
        ("NotImplementedError(text.split()[0])", "SKIPPED"),
        ("NotImplementedError('heard ' + text)", "NOT ATTEMPTED"),
        ("SystemExit(text)", "FAILED"),
    ],
)
def test_no_report_holds_the_script(tmp_path: Path, error: str, verdict: str) -> None:
    """Whatever an agent prints or raises, and whatever it calls that can't be undone."""
    printed = [turn.user for scenario in NINE for turn in scenario.turns]
    (tmp_path / "chatty.py").write_text(CHATTY.format(error=error, printed=printed))
    report = graded(tmp_path / "chatty.py", tmp_path)

    whole = json.dumps(report.as_json()) + text(report, "")
    assert not_passed(report, "printed") == []
    assert {str(check.verdict) for check in report.scenarios_of("varied")} == {verdict}
    for turn in (turn for scenario in varied(NINE, 7) for turn in scenario.turns):
        assert not re.search(rf"\b{re.escape(turn.user)}\b", whole), turn.user
    assert "heard Jamie" in report.learner_output
    assert re.search(r"\[varied scenarios: \d\d+ characters not shown\]\n$", report.learner_output)
    assert report.advice == []
    assert report.scenarios["happy"]["turns"][1]["user"] == "Tuesday"


@pytest.mark.parametrize("path", OVERFIT, ids=lambda path: path.stem)
def test_a_message_names_the_category_and_where_to_look(path: Path, tmp_path: Path) -> None:
    """And neither a turn nor what came or was due."""
    for check in graded(path, tmp_path).scenarios_of("varied"):
        if check.verdict == Verdict.FAILED:
            assert check.message.startswith(f"{check.scenario}, re-worded: ")
            assert f"Look at {check.exercise}: " in check.message
        assert (check.turn, check.user, check.expected, check.observed) == (None,) * 4


# the report


def test_printed_and_varied_are_told_apart(tmp_path: Path) -> None:
    """Passing the nine alone is never called passing."""
    said = text(graded(AGENTS / "overfit" / "human_by_text.py", tmp_path), "")

    assert said.splitlines()[-2:] == [
        "Seed 7: --seed 7 repeats the varied scenarios.",
        "19 of 20 points (printed 9 of 9, varied 8 of 9): FAILED",
    ]
    assert all(len(line) < 80 for line in said.splitlines())


def test_the_command_draws_a_seed_and_repeats_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can know the script before; everybody can have it again."""
    file = tmp_path / "report.json"
    ask = [str(PLAIN), "--only", "booking", "--json", str(file)]
    monkeypatch.setattr(random.SystemRandom, "getrandbits", lambda *_: 4711)
    assert command.main(ask) == 0
    assert json.loads(file.read_text("utf-8"))["seed"] == 4711
    assert "Seed 4711: --seed 4711 repeats" in capsys.readouterr().out

    assert command.main([*ask, "--seed", "5"]) == 0
    assert json.loads(file.read_text("utf-8"))["seed"] == 5


def test_words_without_scenarios_say_nothing_of_a_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would repeat nothing."""
    command.main([str(tmp_path), "--only", "tools"])

    assert "eed" not in capsys.readouterr().out


# the notebooks


def test_a_notebook_shows_one_varied_row_and_only_where_it_failed(tmp_path: Path) -> None:
    """A passing exercise looks as before; one that knows the printed script only is no pass."""
    shutil.copy(ROOT / "solutions" / "agent.py", tmp_path / "agent.py")
    right = checking.graded(tmp_path, exercise("hand-off"))
    assert right["seed"] == 0
    rows = checking._rows(exercise("hand-off"), right)
    assert [row.name for row in rows] == ["not_understood", "wants_human"]

    for check in right["checks"]:
        if check["run"] == "varied":
            check["verdict"] = "FAILED" if check["scenario"] != "happy" else "SKIPPED"
    rows = checking._rows(exercise("hand-off"), right)
    assert [row.name for row in rows[2:]] == ["not_understood, re-worded"]
    rows = checking._rows(exercise("confirm-yes"), right)
    assert [row.name for row in rows[2:]] == ["one_shot, re-worded"]
