"""The processes that hold the engines, seen from the one that asks them."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """A process of `turns.worker`, in whichever environment its Python is of.

    Args:
        python: the Python that runs it.
        engines: their names.
        log: a file for what it prints.

    Attributes:
        costs: for each engine, what its import cost.

    Raises:
        SystemExit: it ended before it had answered; what it said last is in the message.
    """

    def __init__(self, python: str | Path, engines: Sequence[str], log: Path) -> None:
        self.engines = engines
        self._log = log
        path = os.pathsep.join([str(ROOT / "benchmarks"), str(ROOT)])
        with log.open("w", encoding="utf-8") as printed:
            self._process = subprocess.Popen(
                [str(python), "-m", "turns.worker", *engines],
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=printed,
                text=True,
                encoding="utf-8",
            )
        self.costs: Mapping[str, Mapping[str, float]] = self._answer()

    def ask(self, engine: str, scenarios: Sequence[str], times: int) -> Any:
        """Have each of the scenarios played that often."""
        assert self._process.stdin
        asked = {"engine": engine, "scenarios": list(scenarios), "times": times}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        return self._answer()

    def close(self) -> None:
        """End it: nothing more will be asked."""
        self._process.communicate()

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if line:
            return json.loads(line)
        self.close()
        printed = self._log.read_text("utf-8", "replace")[-2000:]
        raise SystemExit(f"{', '.join(self.engines)}: expected an answer, got:\n{printed}")
