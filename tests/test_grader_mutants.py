"""One small fault after the other in a right agent, written by people who knew the contract only.

`mutants.json` says what each replaces in plain.py and which checks then fail; "fails varied" are
those that fail only when varied. Where none does, the contract has nothing to say about the fault
in these dialogues.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from grader.context import Context
from grader.grading import grade
from grader.submission import find
from grader.verdicts import Verdict

FOLDER = Path(__file__).parent / "agents" / "mutants"
PLAIN = (FOLDER / "plain.py").read_text("utf-8")
MUTANTS: dict[str, Any] = json.loads((FOLDER / "mutants.json").read_text("utf-8"))


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_fails_where_it_shows(name: str, tmp_path: Path) -> None:
    """Each in its scenarios, and with a message that says what came and what was due."""
    source = PLAIN
    for old, new in MUTANTS[name]["replace"]:
        assert old in source
        source = source.replace(old, new, 1)
    (tmp_path / "agent.py").write_text(source, "utf-8")
    report = grade(Context(find(tmp_path)), ["booking"])

    failed = [c for c in report.checks if c.verdict != Verdict.PASSED and c.run != "varied"]
    alone = ("tool-calls", "fresh-start")
    named = [c.exercise if c.exercise in alone else c.scenario for c in failed]
    assert MUTANTS[name]["fails"] == named
    varied = report.scenarios_of("varied")
    assert MUTANTS[name].get("fails varied", []) == [
        check.scenario for check in varied if check.verdict == Verdict.FAILED
    ]
    for check in failed:
        if check.verdict == Verdict.FAILED:
            assert f"came {check.observed}" in check.message
            assert f"due {check.expected}" in check.message


def test_most_faults_are_found() -> None:
    """More than four of five show in the nine dialogues."""
    found = [name for name, mutant in MUTANTS.items() if mutant["fails"]]

    assert len(found) > 0.8 * len(MUTANTS)


def test_the_agent_they_are_faults_of_is_right(tmp_path: Path) -> None:
    """Else nothing above would mean anything."""
    (tmp_path / "agent.py").write_text(PLAIN, "utf-8")
    report = grade(Context(find(tmp_path)), ["booking"])

    assert report.verdict == Verdict.PASSED
