"""Tries what a learner's process must not be able to do, and prints what came of it."""

import asyncio
import json
import multiprocessing
import os
import resource
import socket
import subprocess
import sys
from pathlib import Path

import voicekit

ASKED = json.loads(Path("asked.json").read_text())
HOME = Path.home()


def attempt(action):
    try:
        action()
    except OSError as error:
        return error.strerror
    except BaseException as error:
        return type(error).__name__
    return "done"


def fill():
    try:
        for number in range(100):
            with open(f"fill{number}", "wb") as file:
                file.write(b"x" * (3 << 20))
    finally:
        for path in Path().glob("fill*"):
            path.unlink()


def new_namespace():
    done = subprocess.run(["unshare", "--user", "true"], check=False, capture_output=True)
    if done.returncode:
        raise PermissionError(1, "refused")


ATTEMPTS = {
    "reads a secret of the instructor's": lambda: open(ASKED["secret"]).read(),
    "reads another submission": lambda: os.listdir(ASKED["folder"]),
    "reads the solution": lambda: open(ASKED["solution"]).read(),
    "reads the environment of the process above": lambda: open(
        f"/proc/{os.getppid()}/environ"
    ).read(),
    "writes beside its submission": lambda: open(Path(ASKED["folder"]) / "new", "w"),
    "writes into voicekit": lambda: open(Path(voicekit.__file__).parent / "new.py", "w"),
    "writes to /tmp": lambda: open("/tmp/voice-lab-probe", "w"),
    "makes a socket": lambda: socket.socket(),
    "makes a socket in the file system": lambda: socket.socket(socket.AF_UNIX),
    "kills a process outside": lambda: os.kill(ASKED["bystander"], 9),
    "limits the process above": lambda: resource.prlimit(
        os.getppid(), resource.RLIMIT_NOFILE, (3, 3)
    ),
    "raises its own limits": lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40)),
    "makes a name space": new_namespace,
    "fills the disk": fill,
    "writes into its home": lambda: (HOME / "note").write_text("x"),
    "reads its own files": lambda: Path("asked.json").read_text(),
    "starts a program": lambda: subprocess.run(["true"], check=True),
    "ends a program": lambda: subprocess.Popen(["sleep", "60"]).kill(),
    "runs asyncio": lambda: asyncio.run(asyncio.sleep(0)),
    "imports what is installed": lambda: __import__("transitions.extensions.states"),
    "imports the library": lambda: [__import__(name) for name in ("sqlite3", "zoneinfo", "csv")],
    "shares memory": lambda: multiprocessing.Lock(),
    "is root": lambda: os.getuid() and 1 / 0,
}
print(json.dumps({name: attempt(action) for name, action in ATTEMPTS.items()}))
sys.stdout.flush()


class VoiceAgent:
    def __init__(self, api, sleep):
        pass

    def handle(self, text):
        return {"say": "", "state": "LISTEN", "tool_calls": []}
