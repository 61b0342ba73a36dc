"""The search for the dialogue that breaks an agent: its rules, its order, and what it finds."""

import ast
import json
import os
import shutil
import signal
import string
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import grader.__main__ as command
from grader.explore import words
from grader.explore.alphabet import FREE, PLANS, UTTERANCES
from grader.explore.command import LIMITS, example_of
from grader.explore.crew import Alone, Crew, Workers
from grader.explore.finding import Counterexample, as_json, as_scenario
from grader.explore.record import Dialogue, Step
from grader.explore.round import Portion
from grader.explore.rules import RULES, first_violation, violation
from grader.explore.search import Explored, explore
from grader.explore.text import report
from grader.explore.tree import Level, Line, Outcome, outcome
from grader.judge import first_problem
from grader.player import Player
from grader.submission import find
from voicekit.clock import FakeClock, SystemClock
from voicekit.nlu import parse
from voicekit.scenarios import Scenario, load

ROOT = Path(__file__).parents[1]
AGENTS = ROOT / "tests" / "agents"
PLAIN = AGENTS / "wrong" / "plain_agent.py"
DEEP = sorted((AGENTS / "deep").glob("*.py"))
READINGS = [*sorted((AGENTS / "right").glob("literal_*")), AGENTS / "right" / "seed_only"]

ONE_SHOT, FRIDAY, HALF_PAST_TWO, YES, NO, THURSDAY, NOISE, SILENCE, HUMAN, HOURS = UTTERANCES
OK = ("tuesday", "10:00", "Jamie")


def book(*args: Any, outcome: str = "ok") -> tuple[Any, Any]:
    return (("book", args, outcome), None)


def searched(day: str, outcome: str = "ok") -> tuple[Any, Any]:
    return (("find_slots", (day,), outcome), list(FREE[day]) if outcome == "ok" else None)


def talk(*rows: Any, free: Any = FREE) -> Dialogue:
    """Return a dialogue of rows: (what is said, the state after it, what was done, hand-off)."""
    steps: list[Step] = []
    for user, after, *more in rows:
        events, handoff = (*more, (), None)[:2] if len(more) != 2 else more
        before = steps[-1].after if steps else "LISTEN"
        trouble = {"kind": "raised", "type": "KeyError", "text": "'x'"} if after is None else None
        steps.append(Step(user, parse(user), before, after, tuple(events), (), handoff, trouble))
    return Dialogue(steps, free)


def summary(**slots: Any) -> dict[str, Any]:
    return {"reason": "user_request", "summary": slots}


CONFIRM = (ONE_SHOT, "CONFIRM")
T = searched("friday", "timeout")
ASKED = [(FRIDAY, "ASK_TIME", [searched("friday")]), (HALF_PAST_TWO, "ASK_NAME")]
BROKEN: list[tuple[str, Dialogue]] = [
    ("books without yes", talk((ONE_SHOT, "DONE", [book(*OK)]))),
    ("books without yes", talk(CONFIRM, (HOURS, "DONE", [book(*OK)]))),
    ("books without yes", talk(CONFIRM, (YES, "DONE", [book(*OK)]), (YES, "DONE", [book(*OK)]))),
    (
        "books without yes",
        talk(CONFIRM, (YES, "DONE"), (HUMAN, "HANDOFF"), (YES, "HANDOFF", [book(*OK)])),
    ),
    ("books twice", talk(CONFIRM, (YES, "DONE", [book(*OK), book(*OK)]))),
    (
        "sends unknown again",
        talk(
            CONFIRM,
            (YES, "CONFIRM", [book(*OK, outcome="timeout")]),
            (YES, "DONE", [book("tuesday", "10:00", "JAMIE")]),
        ),
    ),
    (
        "sends refused again",
        talk(
            CONFIRM,
            (YES, "ASK_TIME", [book(*OK, outcome="taken")]),
            (HOURS, "CONFIRM"),
            (YES, "DONE", [book(*OK)]),
        ),
    ),
    ("books what nobody said", talk(CONFIRM, (YES, "DONE", [book("tuesday", "10:00", "Alex")]))),
    ("books what nobody said", talk(CONFIRM, (YES, "DONE", [book("monday", "10:00", "Jamie")]))),
    ("books what nobody said", talk(CONFIRM, (YES, "DONE", [book("tuesday", None, "Jamie")]))),
    (
        "books what nobody said",
        talk(*ASKED, (NOISE, "CONFIRM"), (YES, "DONE", [book("friday", "14:30", "my")])),
    ),
    (
        "loses correction",
        talk(CONFIRM, (THURSDAY, "CONFIRM"), (YES, "DONE", [book(*OK)])),
    ),
    (
        "loses correction",
        talk(CONFIRM, ("no, make it two thirty", "CONFIRM"), (YES, "DONE", [book(*OK)])),
    ),
    (
        "books what was not offered",
        talk(
            CONFIRM,
            (NO, "ASK_TIME", [searched("tuesday")]),
            (FRIDAY, "ASK_TIME"),
            (HALF_PAST_TWO, "CONFIRM"),
            (YES, "DONE", [book("friday", "14:30", "Jamie")]),
        ),
    ),
    ("no answer", talk((HOURS, None))),
    ("no answer", talk(CONFIRM, (SILENCE, None))),
    ("searches too often", talk((FRIDAY, "ASK_TIME", [T, 0.5, T, 1.0, T, searched("friday")]))),
    ("waits otherwise", talk((FRIDAY, "ASK_TIME", [T, 1.0, searched("friday")]))),
    ("waits otherwise", talk((FRIDAY, "HANDOFF", [T, 0.5, T, 1.0, T, 1.0]))),
    ("waits otherwise", talk((FRIDAY, "ASK_TIME", [T, searched("friday")]))),
    ("gives up early", talk((FRIDAY, "HANDOFF", [T, 0.5, T], summary(day="friday")))),
    ("keeps the caller", talk(CONFIRM, (HUMAN, "CONFIRM"))),
    ("keeps the caller", talk(*ASKED, (HUMAN, "CONFIRM"))),
    ("asks a third time", talk((NOISE, "LISTEN"), (SILENCE, "ASK_DAY"))),
    ("hands off too soon", talk((SILENCE, "HANDOFF"))),
    ("hands off too soon", talk((NOISE, "LISTEN"), (HOURS, "LISTEN"), (NOISE, "HANDOFF"))),
    ("hands off too soon", talk(*ASKED, (NOISE, "CONFIRM"), (NOISE, "HANDOFF", [], summary()))),
    ("invents a summary", talk((HUMAN, "HANDOFF", [], summary(day="monday")))),
    ("forgets the day", talk(CONFIRM, (HUMAN, "HANDOFF", [], summary(day=None)))),
    ("forgets the day", talk(CONFIRM, (HUMAN, "HANDOFF", [], None))),
]
LET_OFF: dict[str, Dialogue] = {
    "the same again after a new read-back and the caller's own words": talk(
        CONFIRM,
        (YES, "ASK_TIME", [book(*OK, outcome="taken")]),
        (ONE_SHOT, "CONFIRM"),
        (YES, "DONE", [book(*OK)]),
    ),
    "a second booking after DONE, confirmed anew": talk(
        CONFIRM,
        (YES, "DONE", [book(*OK)]),
        (ONE_SHOT, "CONFIRM"),
        (YES, "DONE", [book(*OK)]),
    ),
    "the last word in ASK_NAME, whatever it is": talk(
        *ASKED, (HOURS, "CONFIRM"), (YES, "DONE", [book("friday", "14:30", "Today")])
    ),
    "a day of a no, unsearched": talk(
        CONFIRM, (THURSDAY, "CONFIRM"), (YES, "DONE", [book("thursday", "10:00", "Jamie")])
    ),
    "another day named after the no": talk(
        CONFIRM,
        (THURSDAY, "CONFIRM"),
        (FRIDAY, "CONFIRM"),
        (YES, "DONE", [book("friday", "10:00", "Jamie")]),
    ),
    "a day of a no without free times": talk(
        CONFIRM, ("no, make it Sunday", "CONFIRM"), (YES, "DONE", [book(*OK)])
    ),
    "a time of a no that is not free": talk(
        CONFIRM, ("no, make it eleven", "CONFIRM"), (YES, "DONE", [book(*OK)])
    ),
    "a time that was not answered in ASK_TIME": talk(
        (HALF_PAST_TWO, "ASK_DAY"),
        (FRIDAY, "ASK_NAME"),
        ("Jamie", "CONFIRM"),
        (YES, "DONE", [book("friday", "14:30", "Jamie")]),
    ),
    "a day named after the time": talk(
        *ASKED[:1],
        (HALF_PAST_TWO, "ASK_NAME"),
        ("Jamie", "CONFIRM"),
        (THURSDAY, "CONFIRM"),
        (YES, "DONE", [book("thursday", "14:30", "Jamie")]),
    ),
    "silence in ASK_NAME raises": talk(*ASKED, (SILENCE, None)),
    "anything after HANDOFF": talk((HUMAN, "HANDOFF"), (FRIDAY, "LISTEN", [T]), (SILENCE, None)),
    "two misses, one of them in ASK_NAME": talk(
        *ASKED, (SILENCE, "ASK_NAME"), (NOISE, "HANDOFF", [], summary(day="friday"))
    ),
    "a miss in the turn of a failed tool": talk((NOISE, "HANDOFF", [T, 0.5, T, 1.0, T])),
    "three reads with their waits": talk(
        (FRIDAY, "ASK_TIME", [T, 0.5, T, 1.0, searched("friday")])
    ),
    "each search with its own waits": talk(
        (FRIDAY, "ASK_TIME", [T, 0.5, searched("friday")]),
        (THURSDAY, "ASK_TIME", [searched("thursday", "timeout"), 0.5, searched("thursday")]),
    ),
    "a wait outside of any search": talk((FRIDAY, "ASK_TIME", [3.0, searched("friday"), 2.0])),
    "a summary with two days heard": talk(
        *ASKED[:1], (THURSDAY, "ASK_TIME"), (HUMAN, "HANDOFF", [], summary(day="thursday"))
    ),
    "a day without free times in the summary": talk(
        ("Can I book on Sunday", "ASK_DAY"), (HUMAN, "HANDOFF", [], summary())
    ),
    "the day undone by a no": talk(*ASKED[:1], (NO, "ASK_DAY"), (HUMAN, "HANDOFF", [], summary())),
}


@pytest.mark.parametrize(("rule", "dialogue"), BROKEN)
def test_a_rule_is_broken_in_the_last_turn_and_not_before(rule: str, dialogue: Dialogue) -> None:
    found = first_violation(dialogue)

    assert found is not None
    assert (found[0], found[1].rule) == (len(dialogue.steps), rule)
    assert found[1].came
    assert found[1].due != found[1].next_step


@pytest.mark.parametrize("name", LET_OFF)
def test_what_could_be_argued_is_no_violation(name: str) -> None:
    assert first_violation(LET_OFF[name]) is None


def test_every_rule_is_broken_by_some_dialogue() -> None:
    assert set(RULES) == {rule for rule, _ in BROKEN}


def test_a_booking_after_the_answer_is_one_without_a_yes() -> None:
    """A thread may not book what its turn did not."""
    dialogue = talk(CONFIRM, (YES, "DONE"))
    late = replace(dialogue.last, stray=(("book", OK, "ok"),))
    found = violation(Dialogue([dialogue.steps[0], late]))

    assert found
    assert found.rule == "books without yes"


# what is said, and in which order


def test_the_alphabet_is_small_and_hears_every_intent_that_matters() -> None:
    """Ten utterances and six plans at the most, the one without failures first."""
    assert len(set(UTTERANCES)) == len(UTTERANCES) <= 10
    assert len(PLANS) <= 6
    assert PLANS[0] == {}
    heard = {parse(text)["intent"] for text in UTTERANCES}
    assert heard == {"book", "inform", "yes", "no", "human", "hours", "unknown"}
    assert {day for text in UTTERANCES if (day := parse(text)["day"])} == set(FREE)
    for plan in PLANS:
        Scenario("", "", plan, (), free=FREE).clinic()


def test_plans_branch_at_the_call_that_they_change() -> None:
    """Without a booking, plans for book are not played apart."""
    calls = [("find_slots", ("friday",), "ok")]
    plans = [{}, {"book": ["taken"]}, {"find_slots": ["timeout"]}, {"find_slots": ["ok", "taken"]}]
    line = Line((1,), (0, 1, 2, 3))

    assert outcome(line, plans, calls, 5) == Outcome(Line((1,), (0, 1, 3)), (2,), 5)
    assert outcome(line, plans, [], None) == Outcome(line, (), None)


def test_no_dialogue_is_played_twice_and_echoes_come_last() -> None:
    """Of two beginnings that lead to the same place, the later one has to wait."""
    level = Level([Line((), (0, 1))], 2, 2)
    (stage, *_), lines = level.stages, level.lines((False, 0))
    assert stage == (False, 0)
    assert [line.said for line in lines] == [(0,), (1,)]

    level.take([Outcome(Line((0,), (0,)), (1,), 7), Outcome(Line((1,), (0, 1)), (), 7)])
    assert level.lines((False, 1)) == [Line((0,), (1,))]
    after = Level(level.goes_on, 2, 2)
    assert [line.said for line in after.lines((False, 0))] == [(0, 0), (0, 1)]
    assert [line.said for line in after.lines((True, 0))] == [(1, 0), (1, 1)]


class Played:
    """A crew that plays nothing, and whose time is up after some portions."""

    def __init__(self, portions: int) -> None:
        self._left = portions

    def play(self, portions: Any, left_s: Any) -> Iterator[Portion]:
        for lines in portions:
            self._left -= 1
            done = [outcome(line, PLANS, [], sum(line.said)) for line in lines]
            yield Portion(done) if self._left >= 0 else Portion(is_late=True)

    def close(self) -> None:
        """Nothing was started."""


@pytest.mark.parametrize(
    ("portions", "said"),
    [
        (99, ["depth 1: 10 dialogues, all of them", "depth 3: 1000 dialogues, all of them"]),
        (1, ["depth 2: not begun when the time was up"]),
        (3, ["depth 3: 100 dialogues when the time was up, 52 % of the new beginnings with no"]),
        (6, ["depth 3: 390 dialogues when the time was up, 24 % of the echoes with no tool"]),
    ],
)
def test_it_says_how_far_each_depth_came(portions: int, said: list[str]) -> None:
    explored = explore(Played(portions), FakeClock(), 3, 60)
    text = report(explored, None, "agent.py")

    for line in said:
        assert line in " ".join(text.split())
    assert all(len(line) < 80 for line in text.splitlines())


# whole agents


def explored(path: Path, depth: int, crew: Crew | None = None) -> Explored:
    clock = SystemClock()
    crew = crew or Alone(find(path), LIMITS, clock)
    try:
        return explore(crew, clock, depth, 300)
    finally:
        crew.close()


def example(path: Path, found: Explored) -> Counterexample:
    player = Player(find(path), LIMITS, SystemClock())
    try:
        told = example_of(found, player)
    finally:
        player.close()
    assert told
    return told


def problems(path: Path, *scenarios: Scenario) -> list[Any]:
    """Return the first problem of each scenario, or None, all played in one process."""
    player = Player(find(path), LIMITS, SystemClock())
    try:
        return [one.trouble or first_problem(one) for one in player.play("", scenarios)]
    finally:
        player.close()


def beside_plain(path: Path, folder: Path) -> Path:
    """Copy a deep agent to a folder where the plain one lies that it changes."""
    shutil.copyfile(PLAIN, folder / PLAIN.name)
    return Path(shutil.copyfile(path, folder / path.name))


def header(path: Path) -> dict[str, str]:
    lines = path.read_text("utf-8").splitlines()[:3]
    return dict(line.removeprefix("# ").split(": ", 1) for line in lines)


@pytest.mark.parametrize("path", DEEP, ids=lambda path: path.stem)
def test_a_deep_mistake_is_found_as_early_as_it_shows(path: Path, tmp_path: Path) -> None:
    """With the shortest dialogue, and a scenario that this agent fails and a right one passes."""
    agent, told = beside_plain(path, tmp_path), header(path)
    came = example(agent, explored(agent, int(told["shortest"])))
    text = report(Explored(), came, "agent.py")

    assert ("shared" if came.is_shared else came.violation.rule) == told["breaks"]
    assert len(came.dialogue.steps) == int(told["shortest"])
    assert all(len(line) < 80 for line in text.split("As a scenario")[0].splitlines())
    if not came.is_shared:
        assert came.problem
        assert as_json(came.scenario) in text
        pasted = {"version": 1, "scenarios": [json.loads(as_json(came.scenario))]}
        (tmp_path / "pasted.json").write_text(json.dumps(pasted), "utf-8")
        (scenario,) = load(tmp_path / "pasted.json")
        assert problems(agent, scenario) != [None]
        assert problems(ROOT / "solutions" / "agent.py", scenario) == [None]


@pytest.mark.parametrize("path", DEEP, ids=lambda path: path.stem)
def test_a_deep_mistake_passes_the_nine(path: Path, tmp_path: Path) -> None:
    """Otherwise the grader would find it without a search."""
    agent = beside_plain(path, tmp_path)

    assert problems(agent, *load()) == [None] * len(load())


@pytest.mark.parametrize("path", [PLAIN, *READINGS], ids=lambda path: path.stem)
def test_no_reading_of_the_contract_is_accused(path: Path) -> None:
    assert explored(path, 2).found is None


@pytest.mark.parametrize("name", ["literal_last_word", "literal_time_unsearched"])
def test_no_reading_is_accused_deeper_either(name: str) -> None:
    assert explored(AGENTS / "right" / name, 3).found is None


def test_what_is_found_does_not_depend_on_who_plays(tmp_path: Path) -> None:
    """Alone, and by three workers at once."""
    agent = beside_plain(AGENTS / "deep" / "books_again_in_done.py", tmp_path)
    alone = explored(agent, 3)
    several = explored(agent, 3, Workers(find(agent), LIMITS, 3))

    assert alone.found
    assert several.found
    assert alone.found.line == several.found.line
    assert alone.depths == several.depths


@pytest.mark.parametrize(
    "body",
    ["while True: pass", "import os; os._exit(3)", "return None", "return 1 / 0"],
)
def test_an_agent_that_does_not_answer_is_found(body: str, tmp_path: Path) -> None:
    """Whatever becomes of its process."""
    source = f"""
        from voicekit.nlu import parse
        from plain_agent import VoiceAgent as Right

        class VoiceAgent(Right):
            def handle(self, text):
                if parse(text)["intent"] == "hours":
                    {body}
                return super().handle(text)
    """
    (tmp_path / "agent.py").write_text("\n".join(line[8:] for line in source.splitlines()))
    shutil.copyfile(PLAIN, tmp_path / PLAIN.name)
    limits = replace(LIMITS, turn_s=0.5)
    crew = Alone(find(tmp_path / "agent.py"), limits, SystemClock())
    found = explored(tmp_path, 1, crew).found

    assert found
    assert found.violation.rule == "no answer"
    assert [step.user for step in found.dialogue.steps] == [HOURS]


def test_a_worker_that_fails_is_the_grader_s_fault(tmp_path: Path) -> None:
    """Not the agent's: nothing is said about it."""
    crew = Workers(find(PLAIN), LIMITS, 1)
    try:
        with pytest.raises(RuntimeError, match="worker"):
            list(crew.play([[Line((99,), (0,))]], lambda: 9.0))
    finally:
        crew.close()


# the command


def run(*arguments: object) -> int:
    try:
        return command.main(["explore", *map(str, arguments)])
    except SystemExit as leaving:
        return int(leaving.code or 0)


def test_none_found_is_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAIN, "--depth", 1, "--json", tmp_path / "found.json") == 0
    told = capsys.readouterr()
    assert "No dialogue was found" in told.out
    assert "depth 1: 19 dialogues, all of them" in told.out
    assert told.err == ""
    assert json.loads((tmp_path / "found.json").read_text())["scenarios"] == []


def test_found_is_1_and_the_file_is_one_of_scenarios(tmp_path: Path) -> None:
    """Its only scenario fails the agent when it is played like the nine."""
    agent = beside_plain(AGENTS / "deep" / "hours_is_consent.py", tmp_path)

    assert run(agent, "--depth", 2, "--json", tmp_path / "found.json") == 1
    assert problems(agent, *load(tmp_path / "found.json")) != [None]


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        ("class VoiceAgent: (", 2, "NOT GRADABLE: agent.py can't be read as Python"),
        ("import nowhere", 2, "NOT GRADABLE: agent.py raised ModuleNotFoundError"),
        ("class VoiceAgent:\n    def __init__(self, api, sleep): 1 / 0", 2, "is being built"),
        (None, 1, "NOT ATTEMPTED: no agent.py"),
    ],
)
def test_what_can_not_be_played_is_told(
    source: str | None, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if source:
        (tmp_path / "agent.py").write_text(source)

    assert run(tmp_path, "--depth", 1) == code
    assert said in capsys.readouterr().out


def test_an_unfinished_agent_is_not_accused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(ROOT / "notebooks" / "starter", "--depth", 2) == 1
    said = capsys.readouterr().out
    assert said.startswith("NOT ATTEMPTED: ")
    assert "is not written yet" in said


@pytest.mark.parametrize(
    "arguments",
    [["no/such"], ["--depth", "0"], ["--seconds", "x"], [PLAIN, "--json", "no/such/file.json"]],
)
def test_bad_usage_is_64(arguments: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 64
    assert capsys.readouterr().out == ""


def test_our_own_mistake_is_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("grader.explore.command.explore", broken)

    assert run(PLAIN, "--depth", 1) == 3
    assert "no fault of the agent" in capsys.readouterr().err


def test_two_runs_print_the_same() -> None:
    """No durations, no paths of copies; as a program of its own."""
    call = [sys.executable, "-m", "grader", "explore", str(PLAIN), "--depth", "2"]
    runs = [subprocess.run(call, cwd=ROOT, capture_output=True, check=False) for _ in range(2)]

    assert runs[0].returncode == 0
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stderr == b""


# the catalogue


def test_every_sentence_is_used_and_given_what_it_needs() -> None:
    used, sources = set(), sorted((ROOT / "grader" / "explore").glob("*.py"))
    for node in [node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8")))]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell":
            key, given = node.args[0], {keyword.arg for keyword in node.keywords}
            if isinstance(key, ast.Constant) and None not in given:
                told = string.Formatter().parse(words.ENGLISH[str(key.value)])
                assert {name for _, name, _, _ in told if name} <= given, key.value
    rules = {f"{kind} {rule}" for kind in ("due", "next") for rule in RULES}
    used = {n for p in sources if p.name != "words.py" for n in _strings(p)}

    assert set(words.ENGLISH) - used - rules == set()
    assert rules <= set(words.ENGLISH)


def _strings(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_a_scenario_expects_nothing_that_a_right_agent_does_not_do() -> None:
    """Whatever is said, under every plan: what is due is what the finished agent does."""
    scenarios = [
        as_scenario(rule, list(said), plan, strict=True)
        for rule in set(RULES) - {"hands off too soon"}  # here the second miss is one in a row
        for plan in PLANS
        for said in (
            (ONE_SHOT, THURSDAY, FRIDAY, HALF_PAST_TWO, YES, HUMAN),
            (FRIDAY, HALF_PAST_TWO, NOISE, NO, HOURS, HALF_PAST_TWO, YES, YES),
        )
    ]

    assert set(problems(ROOT / "solutions" / "agent.py", *scenarios)) == {None}


def test_ctrl_c_stops_the_search_and_leaves_nothing(tmp_path: Path) -> None:
    """A terminal sends it to all processes at once: one line, the code of a stop, no copies."""
    room = tmp_path / "tmp"
    room.mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "explore", str(ROOT / "solutions"), "--depth", "4"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(room)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as grader:
        while not list(room.glob("voice-grader-*/submission/agent.py")):  # the workers are at it
            assert grader.poll() is None
        os.killpg(grader.pid, signal.SIGINT)
        _, told = grader.communicate(timeout=60)

    assert grader.returncode == 130
    assert told == b"grader: stopped; nothing was judged to its end\n"
    assert list(room.iterdir()) == []
