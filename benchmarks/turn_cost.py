"""Print what a turn of the booking dialogue costs, and a new agent, on several engines.

Processor time is that of the engine's process, all its threads. The engines are asked in turn,
several times over, and do the same: the same states, calls, waits and hand-offs in each dialogue,
or there is no result. The clinic and the parser are the lab's, and their time is part of a turn's.

    plain           if and else
    ours            solutions/agent.py, in the same process as plain
    statemachine    python-statemachine, with the table of solutions/agent.py
    langgraph       LangGraph: interrupt and InMemorySaver, as shipped
    langgraph_exit  the same, with durability="exit": saved once a turn
    flows           pipecat-flows: its FlowManager alone
    flows_pipeline  the same in a pipeline of pipecat's, without a transport

All but the first two only with --peers, which installs them into environments of their own; that
needs the network. `--peers FOLDER` keeps the environments there for another time.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from peers.environments import environment
from turns.asking import Worker
from turns.work import check_due, check_equal
from voicekit.scenarios import load

NINE = {scenario.name: scenario for scenario in load()}
SETS = {"happy": (["happy"], 20), "nine": (list(NINE), 4)}  # played how often; 100 turns or so
ROUNDS = 15
# Newest when this was written; of pipecat-ai the newest that pipecat-ai-flows 1.4.0 takes.
PACKAGES = {
    "statemachine": ["python-statemachine==3.2.2"],
    "langgraph": ["langgraph==1.2.24"],
    "flows": ["pipecat-ai-flows==1.4.0", "pipecat-ai==1.4.0"],
}
PEERS = {
    "statemachine": ["statemachine"],
    "langgraph": ["langgraph", "langgraph_exit"],
    "flows": ["flows", "flows_pipeline"],
}


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", nargs="?", const="", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        room = Path(folder)
        workers = []
        for python, engines in pythons(room, options.peers):
            workers.append(Worker(python, engines, room / f"{engines[0]}.log"))
            stack.callback(workers[-1].close)
        taken = measure(workers, options.rounds)
    costs = {name: cost for worker in workers for name, cost in worker.costs.items()}
    print(json.dumps(report(taken, costs, options.rounds)))


def pythons(room: Path, kept: str | None) -> Iterator[tuple[str | Path, list[str]]]:
    """Yield, for each process, its Python and its engines; install the peers unless None is kept.

    Raises:
        SystemExit: they can't be installed.
    """
    yield sys.executable, ["plain", "ours"]
    if kept is not None:
        for name, engines in PEERS.items():
            python = environment(Path(kept or room).resolve() / name, PACKAGES[name])
            yield from ((python, [engine]) for engine in engines)


def measure(workers: list[Worker], rounds: int) -> dict[str, dict[str, list[Any]]]:
    """Return every answer: of each set of scenarios, by each engine, in each round.

    Raises:
        SystemExit: an engine did something else than the others.
    """
    works = workers[0].ask("plain", list(NINE), 1)["works"]
    due = {name: done[0] for name, done in works.items()}
    for name, scenario in NINE.items():
        check_due(scenario, due[name])
    taken: dict[str, dict[str, list[Any]]] = {name: {} for name in SETS}
    for number in range(rounds + 1):
        for name, (scenarios, times) in SETS.items():
            for worker in workers:
                for engine in worker.engines:
                    answer = worker.ask(engine, scenarios, times)
                    check_equal(engine, answer["works"], due)
                    if number:  # the first round fills the caches of all
                        taken[name].setdefault(engine, []).append(answer)
    return taken


def report(taken: dict[str, dict[str, list[Any]]], costs: dict[str, Any], rounds: int) -> Any:
    """Return the medians; of a ratio, that of the rounds' ratios."""
    line: dict[str, Any] = {"benchmark": "turn_cost", "rounds": rounds, "cores": os.cpu_count()}
    for name, answers in taken.items():
        turns = {engine: [one["turn_us"] for one in some] for engine, some in answers.items()}
        line[f"{name}_turn_us"] = {engine: _short(median(us)) for engine, us in turns.items()}
        line[f"{name}_to_plain"] = {
            engine: _short(median(map(float.__truediv__, us, turns["plain"])))
            for engine, us in turns.items()
        }
    line["new_agent_ms"] = {
        engine: _short(median(one["new_ms"] for one in some))
        for engine, some in taken["happy"].items()
    }
    for key in ("import_ms", "import_mib"):
        line[key] = {engine: _short(cost[key]) for engine, cost in costs.items()}
    return line


def _short(number: float | None) -> float | None:
    """Return three digits of it, which is more than the rounds agree on."""
    return None if number is None else float(f"{number:.3g}")


if __name__ == "__main__":
    main()
