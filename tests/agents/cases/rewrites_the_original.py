# verdict: PASSED
# why: it empties its home, and writes over the learner's own files where it can reach them

import json
import shutil
from pathlib import Path

from right_agent import VoiceAgent

HERE = Path(__file__).parent
WHERE = json.loads((HERE / "where.json").read_text())

shutil.rmtree(Path.home(), ignore_errors=True)
try:
    with open(Path(WHERE["original"]) / "traces.jsonl", "w") as traces:
        traces.write("gone")
except OSError as error:
    print("out of reach:", type(error).__name__)
print(VoiceAgent)
