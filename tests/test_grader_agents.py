"""The grader against whole agents: the right, the wrong and the hostile of tests/agents."""

from pathlib import Path

import pytest

from grader.context import Context
from grader.grading import grade
from grader.limits import Limits
from grader.submission import find
from grader.verdicts import Report, Verdict
from voicekit.scenarios import load

AGENTS = Path(__file__).parent / "agents"
SCENARIOS = [scenario.name for scenario in load()]
WRONG = sorted(path for path in (AGENTS / "wrong").glob("*.py") if path.stem != "plain_agent")
RIGHT = [AGENTS / "wrong" / "plain_agent.py", *sorted((AGENTS / "right").iterdir())]
HOSTILE = sorted((AGENTS / "hostile").glob("*.py"))
# Hangs are told by what was due and did not come, so they may be told soon.
HASTY = Limits(import_s=2.0, turn_s=1.0, settle_s=0.4)


def header(path: Path) -> dict[str, str]:
    """Return the `# key: value` lines at the top of a file."""
    lines = path.read_bytes().decode("utf-8", "replace").replace("\x00", "").splitlines()
    pairs = [line.lstrip("\ufeff\ufffd# ").split(":", 1) for line in lines[:4] if "#" in line]
    return {pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2}


def graded(path: Path, limits: Limits) -> Report:
    return grade(Context(find(path), limits=limits), ["booking"])


def not_passed(report: Report) -> list[str]:
    """Return the scenarios that did not pass as printed, played alone."""
    checks = report.scenarios_of("printed")
    return [str(check.scenario) for check in checks if check.verdict != Verdict.PASSED]


def failed_varied(report: Report) -> str:
    """Return the scenarios that passed as printed, and failed varied."""
    checks = report.scenarios_of("varied")
    return ", ".join(str(check.scenario) for check in checks if check.verdict == Verdict.FAILED)


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_right_agent_passes_everything(path: Path) -> None:
    """An agent that keeps the contract passes, whatever its style."""
    report = graded(path, Limits())

    assert [c for c in report.checks if c.verdict != Verdict.PASSED] == []


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_wrong_agent_fails_where_its_mistake_is(path: Path) -> None:
    """One mistake fails just the scenarios it breaks, and is told with turn, came and due."""
    report = graded(path, Limits())

    due = [name.strip() for name in header(path)["fails"].split(",")]
    assert set(due) <= set(SCENARIOS)
    assert due == not_passed(report)
    assert failed_varied(report) == header(path).get("fails varied", "")
    for check in report.scenarios_of("printed"):
        if check.scenario in due and check.verdict == Verdict.FAILED:
            assert check.turn
            assert check.observed
            assert check.expected
            assert check.message


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.stem)
def test_hostile_agent_gets_its_verdict(path: Path) -> None:
    """Whatever a file does, it gets a verdict and a reason, and the grader lives."""
    report = graded(path, HASTY)

    told = header(path)
    assert str(report.verdict) == told["verdict"]
    words = " ".join(f"{c.message} {c.observed}" for c in report.checks)
    for word in filter(None, told.get("message", "").split(",")):
        assert word.strip() in words
