"""Environments of their own for the peers, so that the lab's is never touched by a benchmark."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def environment(folder: Path, packages: Sequence[str]) -> Path:
    """Return the Python of a virtual environment with these packages, made where there is none.

    Args:
        folder: where it is, or shall be; kept from run to run.
        packages: exact versions, as pip takes them. Another list makes the environment anew.

    Raises:
        SystemExit: they can't be installed.
    """
    python = folder / "bin" / "python"
    stamp, wanted = folder / "packages.txt", "\n".join(packages)
    if not stamp.exists() or stamp.read_text("utf-8") != wanted:
        run([sys.executable, "-m", "venv", "--clear", str(folder)])
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        run([*pip, *packages], hint="They come from PyPI: is there a network?")
        stamp.write_text(wanted, "utf-8")
    return python


def run(
    command: Sequence[str],
    folder: Path | None = None,
    environ: Mapping[str, str] | None = None,
    hint: str = "",
) -> str:
    """Run a command; return what it printed.

    Raises:
        SystemExit: it failed; the message ends with what it said last, and with `hint`.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"{' '.join(command)} failed: {done.stderr[-500:].strip()}"
        raise SystemExit(f"{said}\n{hint}".strip())
    return done.stdout
