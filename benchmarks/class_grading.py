"""Print what grading a class takes: seconds, seconds a submission, and the command's peak memory.

A class is made of the agents that the tests have, right and wrong, each copy with other private
names and comments; one in fifty hangs, in every turn, in one, or while it is imported. Memory is
that of the command itself, not of the processes that grade; it is measured for a tenth of the
class, too, since it must not grow with it.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AGENTS = ROOT / "tests" / "agents"
KINDS = ("right", "wrong", "overfit")
HANGS = 50  # one in so many
HANGING = (
    "class VoiceAgent:\n    def __init__(self, api, sleep=None): ...\n"
    "    def handle(self, text):\n        while True: ...\n",
    "import time\ntime.sleep(999)\n",
    "from plain_agent import VoiceAgent as Right\n\n\nclass VoiceAgent(Right):\n"
    "    def handle(self, text):\n        while 'blah' in text: ...\n"
    "        return super().handle(text)\n",
)
PEAK = """
import pathlib, re, sys
from grader.classroom.command import main
code = main(sys.argv[1:])
status = pathlib.Path("/proc/self/status")
print(re.search(r"VmHWM:\\s+(\\d+)", status.read_text())[1] if status.exists() else 0)
sys.exit(code)
"""


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--copies", type=int, default=60)
    parser.add_argument("--workers", type=int, help="processes that grade")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        few = max(1, options.copies // 10)
        for name, count in (("few", few), ("all", options.copies)):
            make_class(room / name, count)
        peaks, seconds = {}, 0.0
        for name in ("few", "all"):
            seconds, peaks[name] = graded(room / name, room / f"{name}-out", options.workers)
    line = {"benchmark": "class_grading", "copies": options.copies, "seconds": round(seconds, 1)}
    line |= {"seconds_a_submission": round(seconds / options.copies, 2), "few": few}
    line |= {"peak_mb_few": peaks["few"], "peak_mb": peaks["all"]}
    line |= {"peak_ratio": round(peaks["all"] / peaks["few"], 2) if peaks["few"] else None}
    print(json.dumps({**line, "workers": options.workers, "cores": os.cpu_count()}))


def make_class(folder: Path, count: int) -> None:
    """Make submissions, the same ones each time."""
    sources = [path for kind in KINDS for path in sorted((AGENTS / kind).iterdir())]
    chance = random.Random(0)
    chance.shuffle(sources)
    for number in range(count):
        target = folder / f"student{number:04}_{1000 + number}_assignsubmission_file_"
        target.mkdir(parents=True)
        shutil.copy(AGENTS / "wrong" / "plain_agent.py", target)
        if number % HANGS == HANGS - 1:
            hanging = HANGING[number // HANGS % len(HANGING)]
            (target / "agent.py").write_text(f"{hanging}# {number}\n")
        else:
            _copy(sources[number % len(sources)], target)
        for path in target.rglob("*.py"):
            path.write_bytes(varied(path.read_bytes(), number))


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    elif source.name != "plain_agent.py":
        shutil.copy(source, target / "agent.py")
    else:
        (target / "plain_agent.py").rename(target / "agent.py")


def varied(source: bytes, number: int) -> bytes:
    """Return a copy with other private names and a comment more."""
    names = sorted(set(re.findall(rb"\bdef (_[a-z]\w*)", source)))
    for name in names:
        source = re.sub(rb"\b%b\b" % name, b"%b_%d" % (name, number), source)
    return source + b"\n# copy %d\n" % number


def graded(school: Path, out: Path, workers: int | None) -> tuple[float, float]:
    """Return how long it takes, in seconds, and the command's peak memory in MB."""
    command = [sys.executable, "-c", PEAK, str(school), "--out", str(out), "--only", "booking"]
    command += ["--workers", str(workers)] if workers else []
    start_s = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return time.monotonic() - start_s, round(int(done.stdout.split()[-1]) / 1024, 1)


if __name__ == "__main__":
    main()
