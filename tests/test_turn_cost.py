"""The benchmark of a turn: plain if and else passes the nine, and no engine may do less or more."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voicekit import scenarios

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "benchmarks"
NINE = {scenario.name: scenario for scenario in scenarios.load()}


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


def works(new: Callable[..., Any]) -> dict[str, Any]:
    """What an engine whose calls are begun by `new` does in the nine."""
    from turns.playing import Engine, play

    done = asyncio.run(play(Engine(new), list(NINE.values()), times=2)).works
    assert list(done) == list(NINE)
    return done


def due() -> dict[str, Any]:
    from turns.plain import VoiceAgent

    return {name: done[0] for name, done in works(VoiceAgent).items()}


def agents() -> dict[str, Any]:
    from turns.engines import ENGINES

    return {name: ENGINES[name]().new for name in ("plain", "ours")}


def test_plain_passes_the_nine() -> None:
    """The agent of if and else is a right one, printed, varied and shuffled."""
    plain = str(BENCHMARKS / "turns" / "plain.py")
    command = [sys.executable, "-m", "grader", plain, "--only", "booking", "--seed", "1"]
    graded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert graded.returncode == 0, graded.stdout
    assert "(printed 9 of 9, varied 9 of 9): PASSED" in graded.stdout


@pytest.mark.parametrize("name", ["plain", "ours"])
def test_engine_does_what_is_due(name: str) -> None:
    """Both engines of the lab do the same, and it is what the contract wants."""
    from turns.work import check_due, check_equal

    done = works(agents()[name])
    check_equal(name, done, due())
    for scenario in NINE.values():
        check_due(scenario, done[scenario.name][0])


class Sabotaged:
    """An agent of which `spoil` changes something in the last turn."""

    def __init__(self, agent: Any, spoil: Callable[[Any, dict[str, Any]], None]) -> None:
        self.agent = agent
        self.spoil = spoil

    @property
    def handoff(self) -> Any:
        return self.agent.handoff

    def handle(self, text: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.agent.handle(text)
        self.spoil(self.agent, answer)
        return answer


def calls_more(agent: Any, answer: dict[str, Any]) -> None:
    agent.api.opening_hours("monday")


def reports_less(agent: Any, answer: dict[str, Any]) -> None:
    answer["tool_calls"] = []


def is_always_done(agent: Any, answer: dict[str, Any]) -> None:
    answer["state"] = "DONE"


def is_mute(agent: Any, answer: dict[str, Any]) -> None:
    answer["say"] = ""


def waits_more(agent: Any, answer: dict[str, Any]) -> None:
    agent.sleep(0.5)


def forgets_who_takes_over(agent: Any, answer: dict[str, Any]) -> None:
    agent.handoff = None


@pytest.mark.parametrize("name", ["plain", "ours"])
@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (calls_more, "calls"),
        (reports_less, "tools"),
        (is_always_done, "states"),
        (is_mute, "spoke"),
        (waits_more, "waits"),
        (forgets_who_takes_over, "handoff"),
    ],
)
def test_sabotaged_engine_is_refused(name: str, spoil: Any, what: str) -> None:
    """Times of an engine that did something else are never printed."""
    from turns.work import check_equal

    new = agents()[name]
    done = works(lambda api, sleep: Sabotaged(new(api, sleep), spoil))
    with pytest.raises(SystemExit, match=f"^{name}: .*: expected {what} .*, got "):
        check_equal(name, done, due())


def test_one_odd_dialogue_of_many_is_refused() -> None:
    """Each dialogue is looked at, not the first of each scenario alone."""
    from turns.plain import VoiceAgent
    from turns.work import check_equal

    dialogues = []

    def new(api: Any, sleep: Any) -> Any:
        dialogues.append(api)
        agent = VoiceAgent(api, sleep)
        return Sabotaged(agent, calls_more) if len(dialogues) > len(NINE) else agent

    with pytest.raises(SystemExit, match=r"^odd: happy: expected calls .*, got "):
        check_equal("odd", works(new), due())


@pytest.mark.parametrize("key", ["states", "calls", "waits", "handoff", "spoke"])
def test_yardstick_is_held_against_the_contract(key: str) -> None:
    """What all are compared with is right itself: other states or calls are refused."""
    from turns.work import check_due

    name = "retry_fail" if key in ("waits", "handoff") else "happy"
    other = {"states": ["DONE"] * 5, "calls": [], "waits": [], "handoff": None, "spoke": False}
    with pytest.raises(SystemExit, match=f"^plain: {name}: expected what the contract wants"):
        check_due(NINE[name], {**due()[name], key: other[key]})


def test_one_line_of_json() -> None:
    """The command prints one line, with all figures of both engines."""
    command = [sys.executable, str(BENCHMARKS / "turn_cost.py"), "--rounds", "1"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout
    assert said.count("\n") == 1
    line = json.loads(said)
    figures = [line[key] for key in line if key not in ("benchmark", "rounds", "cores")]
    assert len(figures) == 7
    assert {tuple(figure) for figure in figures} == {("plain", "ours")}


def test_worker_that_dies_is_reported(tmp_path: Path) -> None:
    """An engine that can't be loaded ends the benchmark with what its process said last."""
    from turns.asking import Worker

    with pytest.raises(SystemExit, match=r"(?s)^nothing: expected an answer, got:.*KeyError"):
        Worker(sys.executable, ["nothing"], tmp_path / "log")
