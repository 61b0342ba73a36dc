# verdict: PASSED
# why: it leaves processes behind: a plain one, one in a session of its own, and a double-forked one

import json
import os
import subprocess
import sys
from pathlib import Path

from right_agent import VoiceAgent as Right

MARK = json.loads(Path(__file__).with_name("where.json").read_text())["mark"]
SLEEPER = [sys.executable, "-c", "import time; print('alive', flush=True); time.sleep(60)", MARK]


def start(**options):
    child = subprocess.Popen(SLEEPER, stdout=subprocess.PIPE, **options)
    print("left behind:", child.stdout.readline().decode().strip())


class VoiceAgent(Right):
    def book(self):
        start()
        start(start_new_session=True)
        if (pid := os.fork()) == 0:
            os.setsid()
            if os.fork() == 0:
                start(stderr=subprocess.DEVNULL)
            os._exit(0)
        os.waitpid(pid, 0)
        return super().book()
