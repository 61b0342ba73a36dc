"""Print how long `voicekit.nlu.parse` takes, over the utterances of its own test."""

import json
import time
from pathlib import Path
from statistics import median

from voicekit.nlu import parse

UTTERANCES = Path(__file__).parents[1] / "tests" / "data" / "utterances.jsonl"
ROUNDS = 20  # the quickest of these counts: the others were disturbed


def microseconds(text: str) -> float:
    """Return the shortest time one `parse(text)` took."""
    times_s = []
    for _ in range(ROUNDS):
        start_s = time.perf_counter()
        parse(text)
        times_s.append(time.perf_counter() - start_s)
    return min(times_s) * 1e6


def main() -> None:
    """Print one line of JSON."""
    texts = [json.loads(line)["text"] for line in UTTERANCES.read_text("utf-8").splitlines()]
    median_us = median(microseconds(text) for text in texts)
    print(json.dumps({"benchmark": "parse", "median_us": round(median_us, 1), "n": len(texts)}))


if __name__ == "__main__":
    main()
