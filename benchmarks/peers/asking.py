"""Ask a process that reads lines of JSON and writes one of JSON for each."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any


def ask(
    command: Sequence[str], questions: Sequence[Any], environ: Mapping[str, str] | None = None
) -> list[Any]:
    """Return the process's answers, one for each question. It ends when there are no more.

    Raises:
        SystemExit: it failed; the message ends with what it said last.
    """
    done = subprocess.run(
        command,
        input="".join(json.dumps(question) + "\n" for question in questions),
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-2000:].strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]
