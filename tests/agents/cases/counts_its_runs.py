# verdict: PASSED
# why: it leaves a file, and a piece of shared memory, wherever it can, to know which run this is

import ctypes
import json
import os
import tempfile
import zlib
from pathlib import Path

from right_agent import VoiceAgent

HERE = Path(__file__).resolve().parent
WHERE = json.loads((HERE / "where.json").read_text())

for place in dict.fromkeys([str(HERE), str(Path.home()), tempfile.gettempdir(), *WHERE["paths"]]):
    note = os.path.join(place, WHERE["mark"])
    if os.path.exists(note):
        print("seen before in", place)
    try:
        with open(note, "w") as file:
            file.write("here")
    except OSError:
        pass
C = ctypes.CDLL(None)
KEY = zlib.crc32(WHERE["mark"].encode()) >> 1
if C.shmget(KEY, 1, 0o600) != -1:
    print("seen before in shared memory")
print("shared memory:", C.shmget(KEY, 1, 0o1600) != -1)
print("place:", HERE, os.getcwd(), VoiceAgent)
