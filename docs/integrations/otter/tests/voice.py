"""Otter's test of the lab: the grader's 25 checks, one point each.

The grader runs in a process of its own, once. No code of the learner's runs in otter's kernel.
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from otter.test_files import test_case

OK_FORMAT = False
PYTHON = os.environ.get("VOICE_LAB_PYTHON", "/opt/voice-agent-lab/.venv/bin/python")

name = "voice"


def graded(folder):
    """Return the grader's report on a folder.

    Raises:
        RuntimeError: there is none, by no fault of the learner's; otter then has no results.
    """
    with tempfile.TemporaryDirectory() as room:
        report = Path(room, "report.json")
        command = [PYTHON, "-I", "-m", "grader", folder, "--feedback", "full", "--json", report]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
        if done.returncode > 2 or not report.exists():
            raise RuntimeError(f"the lab's grader failed ({done.returncode}): {done.stderr}")
        return json.loads(report.read_text("utf-8"))


def case(check):
    """Return a check as a case of otter's, worth one point."""
    passed = check["verdict"] == "PASSED"
    message = f"{check['verdict']}: {check['message']}"
    again = ", varied" if check["run"] == "varied" else ""

    def must_pass():
        assert passed, message

    return test_case(name=(check["scenario"] or check["exercise"]) + again, points=1)(must_pass)


# A zip of the agent folder holds either its files or the folder.
zipped = Path("agent").is_dir() and not Path("agent.py").exists()
for number, check in enumerate(graded("agent" if zipped else ".")["checks"]):
    globals()[f"case_{number}"] = case(check)
