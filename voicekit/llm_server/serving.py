"""The server's own process. `voice-llm up` starts it, for people there is nothing to type."""

import os
import platform
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BufferedRandom
from pathlib import Path
from typing import Any

from voicekit import workspace
from voicekit.llm_server import state
from voicekit.llm_server.state import BUSY, State

FAILED = 3  # exit code: the log says why
CONTEXT = 2048  # tokens that a question and its answer may have together


def main(arguments: Sequence[str]) -> int:
    """Serve a model until the process is ended, or its folder is gone.

    Args:
        arguments: the folder of its state, the model's file, the port (0: any that is free).
    """
    folder, model, port = Path(arguments[0]), arguments[1], int(arguments[2])
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)  # ends it at once, whatever llama.cpp is busy with
    lock = _take(state.lock_file(folder))
    if lock is None:
        return BUSY
    now = datetime.now(UTC).isoformat(timespec="seconds")
    known = State(os.getpid(), platform.node(), url=None, model=model, started=now)
    state.write(folder, known)
    try:
        server = _serve(model, port)
    except (ImportError, RuntimeError) as error:
        print(error, file=sys.stderr, flush=True)
        return FAILED
    state.write(folder, replace(known, url=server.listening_address))
    while _is_ours(state.lock_file(folder), lock):
        time.sleep(0.25)
    os._exit(0)  # to let go of the server would wait for its questions, for ever


def _take(file: Path) -> BufferedRandom | None:
    """Take the lock, or give up after a while: who only looks at it holds it for a moment, too."""
    for _ in range(20):
        if lock := workspace.take_lock(file):
            return lock
        time.sleep(0.02)
    return None


def _serve(model: str, port: int) -> Any:
    # Threads that wait for each other must sleep, not spin: on a busy computer it is ten times
    # as fast. It is read when the library is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp

    told = xllamacpp.CommonParams()
    told.model.path = model
    told.model_alias = {Path(model).stem}  # its name in answers; without, the whole path
    told.hostnames = ["127.0.0.1"]
    told.port = port
    told.n_parallel = 1  # one question after the other: they share what was read of the prompt
    told.n_ctx = CONTEXT
    told.cpuparams.n_threads = told.cpuparams_batch.n_threads = min(2, os.cpu_count() or 1)
    told.cache_ram_mib = 128
    told.ui = told.endpoint_slots = False
    told.verbosity = 1  # of the log: errors
    return xllamacpp.Server(told)


def _is_ours(file: Path, lock: BufferedRandom) -> bool:
    """Tell whether the lock's file is still where it was: a learner may remove the folder."""
    try:
        return os.path.samestat(os.stat(file), os.fstat(lock.fileno()))
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
