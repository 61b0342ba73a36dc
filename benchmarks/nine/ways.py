"""Commands that judge the nine: ours and pytest; and the checks that all but ours share."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The same checks for all but the grader itself.
PLAY = f"""
import importlib.util
from voicekit.clock import FakeClock
from voicekit.scenarios import load

NINE = {{scenario.name: scenario for scenario in load()}}
spec = importlib.util.spec_from_file_location("agent", {str(ROOT / "solutions" / "agent.py")!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

def play(name):
    scenario = NINE[name]
    api, clock = scenario.clinic(), FakeClock()
    agent = module.VoiceAgent(api, sleep=clock.sleep)
    for due in scenario.turns:
        before = len(api.calls)
        state = agent.handle(due.user)["state"]
        calls = api.calls[before:]
        assert due.state in (None, state) and state != due.not_state
        booked = [[*given, outcome] for tool, given, outcome in calls if tool == "book"]
        assert booked == [list(row) for row in due.book]
        if due.search_after_book:
            assert "find_slots" in [tool for tool, _, _ in calls][1:]
    searches = [tool for tool, _, _ in api.calls].count("find_slots")
    assert scenario.find_slots in (None, searches)
    assert scenario.waits is None or list(scenario.waits) == clock.waits
    if scenario.handoff:
        assert agent.handoff["reason"] == scenario.handoff["reason"]
        assert scenario.handoff.get("summary", {{}}).items() <= agent.handoff["summary"].items()
"""
PYTEST = f"""
import pytest
{PLAY}
@pytest.mark.parametrize("name", NINE)
def test_scenario(name):
    play(name)
"""
PRINTED = """
import functools, sys
from grader import __main__, context
context.play_all = functools.partial(context.play_all, vary=False)
sys.exit(__main__.main(sys.argv[1:]))
"""


@dataclass
class Way:
    """A command that judges the nine, and whether it did."""

    command: list[str]
    folder: Path = ROOT
    environ: Mapping[str, str] = field(default_factory=dict)
    judged: Callable[[str], bool] = lambda said: True

    def seconds(self) -> float:
        """Run it once; return the processor time that it took."""
        environ = {**os.environ, **self.environ}
        with tempfile.TemporaryFile("w+") as out:
            started = subprocess.Popen(
                self.command, cwd=self.folder, env=environ, stdout=out, stderr=out
            )
            _, status, used = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read()
        if started.returncode or not self.judged(said):
            raise SystemExit(
                f"{' '.join(self.command)}: expected nine passed, got:\n{said[-2000:]}"
            )
        return used.ru_utime + used.ru_stime


def ours(room: Path) -> dict[str, Way]:
    """Return the grader's ways and pytest's."""
    arguments = ["solutions", "--only", "booking", "--seed", "0"]
    (room / "test_nine.py").write_text(PYTEST, "utf-8")
    pytest = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "test_nine.py"]
    passed: Callable[[str], bool] = lambda said: "9 passed" in said  # noqa: E731
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return {
        "grader": Way([sys.executable, "-m", "grader", *arguments]),
        "grader_printed": Way([sys.executable, "-c", PRINTED, *arguments]),
        "pytest": Way(pytest, room, judged=passed),
        "pytest_bare": Way(pytest, room, alone, passed),
    }
