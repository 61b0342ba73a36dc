"""Print how right and how quick `voicekit.nlu.parse` is with days and times, beside others.

The lists, each row with the day and the time that are due:

    own          benchmarks/parse/utterances.jsonl, written before any parser had read it
    rows, corrections, dates
                 with --data FOLDER: rows with a day or a time of dev.jsonl, all of
                 corrections.dev.jsonl and of stress_dates.dev.jsonl

The others are dateparser, recognizers-text-date-time and parsedatetime, only with --peers, which
installs each into an environment of its own; that needs the network. `--peers FOLDER` keeps the
environments there for another time. All are run in turn, several times over, each time in a new
process. Their answers are read in their favour (see parse/answers.py), ours is not.

For each list and parser: utterances with the day, the time, and both right; and how many days and
times were missed, wrong, or invented where none was said.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from parse import answers, engines
from peers.asking import ask
from peers.environments import environment

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "benchmarks" / "parse" / "utterances.jsonl"
ROUNDS = 5

# Newest when this was written. recognizers can't be imported beside a newer emoji.
PACKAGES = {
    "dateparser": ["dateparser==1.5.0"],
    "recognizers": ["recognizers-text-date-time==1.0.2a2", "emoji==0.6.0"],
    "parsedatetime": ["parsedatetime==2.6"],
}
PEERS = {  # engine: the environment it needs
    "recognizers": "recognizers",
    "dateparser_parse": "dateparser",
    "dateparser_search": "dateparser",
    "parsedatetime": "parsedatetime",
}
READERS: dict[str, answers.Reader] = {
    "voicekit": answers.voicekit,
    "recognizers": answers.recognizers,
    "dateparser_parse": partial(answers.dateparser, now=engines.NOW),
    "dateparser_search": partial(answers.dateparser, now=engines.NOW),
    "parsedatetime": answers.parsedatetime,
}

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """Return the rows of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def outside(folder: Path) -> dict[str, list[Row]]:
    """Return the lists of a folder of real callers' utterances."""
    return {
        "rows": [row for row in rows(folder / "dev.jsonl") if row["day"] or row["time"]],
        "corrections": rows(folder / "corrections.dev.jsonl"),
        "dates": rows(folder / "stress_dates.dev.jsonl"),
    }


def heard(name: str, text: str, answer: Any) -> answers.Heard:
    """Return what a parser heard: ours as it is, another's in its favour."""
    plain = READERS[name](answer)
    return plain if name == "voicekit" else answers.wrapped(plain, text)


def counts(due: list[Row], found: dict[str, answers.Heard]) -> dict[str, int]:
    """Return how many utterances are right, and what is the matter with the others' slots."""
    verdicts = [
        (answers.verdict(row["day"], one.day), answers.verdict(row["time"], one.time))
        for row in due
        for one in [found[row["text"]]]
    ]
    slots = Counter(slot for pair in verdicts for slot in pair)
    return {
        "both": verdicts.count(("right", "right")),
        "day": sum(day == "right" for day, _ in verdicts),
        "time": sum(time == "right" for _, time in verdicts),
        **{kind: slots[kind] for kind in ("missed", "wrong", "invented")},
    }


def pythons(kept: Path | None) -> dict[str, Path]:
    """Return for each parser the Python that has it; only ours where no peers are wanted."""
    found = {"voicekit": Path(sys.executable)}
    if kept is not None:
        made = {name: environment(kept / name, needed) for name, needed in PACKAGES.items()}
        found |= {engine: made[place] for engine, place in PEERS.items()}
    return found


def speeds(taken: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """Return the median time of an utterance, and how often ours goes into it."""
    medians_us = {name: median(seconds) * 1e6 for name, seconds in taken.items()}
    ours_us = medians_us["voicekit"]
    return {
        "median_us": {name: round(us, 1) for name, us in medians_us.items()},
        "to_ours": {name: round(us / ours_us, 1) for name, us in medians_us.items()},
    }


def measure(lists: dict[str, list[Row]], kept: Path | None, rounds: int) -> dict[str, Any]:
    """Return every parser's figures. They take turns, and read each text once in a round."""
    texts = list(dict.fromkeys(row["text"] for due in lists.values() for row in due))
    taken: dict[str, list[float]] = {}
    found: dict[str, dict[str, answers.Heard]] = {}
    asked = pythons(kept)
    for _ in range(rounds):
        for name, python in asked.items():
            command = [str(python), engines.__file__, name]
            pairs = ask(command, texts, {"PYTHONPATH": str(ROOT)})
            taken.setdefault(name, []).extend(seconds for seconds, _ in pairs)
            said = zip(texts, pairs, strict=True)
            found[name] = {text: heard(name, text, answer) for text, (_, answer) in said}
    right = {
        title: {"n": len(due), **{name: counts(due, each) for name, each in found.items()}}
        for title, due in lists.items()
    }
    return speeds(taken) | right


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--peers", nargs="?", const="", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    lists = {"own": rows(OWN)} | (outside(options.data) if options.data else {})
    with tempfile.TemporaryDirectory() as thrown_away:
        kept = None if options.peers is None else Path(options.peers or thrown_away).resolve()
        line = measure(lists, kept, options.rounds)
    print(json.dumps({"benchmark": "parse_against_peers", "rounds": options.rounds, **line}))


if __name__ == "__main__":
    main()
