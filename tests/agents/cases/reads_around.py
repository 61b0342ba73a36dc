# verdict: PASSED
# why: it reads whatever it can of others: their files, their environment, their command lines

import json
import os
import sys
from pathlib import Path

from right_agent import VoiceAgent

HERE = Path(__file__).parent
WORD = "SEC" + "RET"
WHERE = json.loads((HERE / "where.json").read_text())


def look(path):
    try:
        if os.path.isdir(path):
            for name in os.listdir(path):
                look(os.path.join(path, name))
            return
        with open(path, "rb") as file:
            text = file.read(100_000).decode("utf-8", "replace")
    except OSError:
        return
    tell(path, text)


def tell(where, text):
    if WORD in text:
        print("read in", where, ":", text[text.index(WORD) :][:40])


for path in WHERE["paths"]:
    look(path)
for process in [p for p in Path("/proc").glob("[0-9]*") if p.name != str(os.getpid())]:
    for name in ("environ", "cmdline"):
        look(process / name)
    look(str(process / "cwd") + "/marks.csv")
tell("env", repr(dict(os.environ)))
tell("argv", repr((sys.argv, getattr(sys, "orig_argv", None))))
print("looked around", VoiceAgent)
