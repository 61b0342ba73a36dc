"""A process that plays dialogues on engines when asked: `python -m turns.worker NAME…`.

It first says, in a line of JSON, what loading each engine cost. Then each line
`{"engine": …, "scenarios": […], "times": …}` is answered with a line: what it took, what was done.
"""

import json
import os
import sys
from pathlib import Path
from time import process_time
from typing import Any

import voicekit.nlu  # noqa: F401  what every engine needs is not among what one costs
from turns.engines import ENGINES
from turns.playing import Engine, play
from voicekit.scenarios import load

NINE = {scenario.name: scenario for scenario in load()}


def main(names: list[str]) -> None:
    """Load the engines, then answer until nothing more is asked."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)  # what an engine prints is no answer
        engines, costs = {}, {}
        for name in names:
            engines[name], costs[name] = _loaded(name)
        print(json.dumps(costs), file=answers, flush=True)
        import asyncio  # not before: an engine that needs it has to load it, too

        asyncio.run(_serve(engines, answers))


async def _serve(engines: dict[str, Engine], answers: Any) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        scenarios = [NINE[name] for name in asked["scenarios"]]
        spent = await play(engines[asked["engine"]], scenarios, asked["times"])
        answer = {
            "turn_us": spent.turns_s / spent.turns * 1e6,
            "new_ms": spent.new_s / spent.agents * 1e3,
            "works": spent.works,
        }
        print(json.dumps(answer), file=answers, flush=True)


def _loaded(name: str) -> tuple[Engine, dict[str, float | None]]:
    before_mib, start_s = _memory_mib(), process_time()
    engine = ENGINES[name]()
    took_s, after_mib = process_time() - start_s, _memory_mib()
    grown = None if before_mib is None or after_mib is None else after_mib - before_mib
    return engine, {"import_ms": took_s * 1e3, "import_mib": grown}


def _memory_mib() -> float | None:
    """Return the memory that this process has resident, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main(sys.argv[1:])
