"""Commands that start a process with files, network and processes of its own (Linux)."""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import voicekit

CHECKOUT = Path(__file__).resolve().parents[2]
SYSTEM = [Path(name) for name in ("/bin", "/lib", "/lib32", "/lib64", "/sbin")]
FILES = [Path(name) for name in ("/etc/ld.so.cache", "/etc/localtime")]
HOMES = "/homes"  # in bubblewrap's own tree, in memory
HOMES_BYTES = 128 << 20
SHM_BYTES = 16 << 20
# Users that systemd gives out for a while: nobody else's processes or files are theirs.
FIRST_USER, USERS = 61184, 4336
# What the forking process does as root: give learners' processes a user, end them, and tidy up.
CAPABILITIES = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_DAC_OVERRIDE", "CAP_FOWNER")


@dataclass(frozen=True)
class Jail:
    """What to put before a command, and what its process is then kept from."""

    command: list[str]
    homes: str  # the folder for learners' homes, by the name it has inside
    walls: tuple[str, ...] = ()


def jails(room: Path) -> Iterator[Jail]:
    """Yield the jails to try, the best first, the last being none at all.

    Whether one works is only known from trying: programs may be missing, or namespaces forbidden.

    Args:
        room: a folder that holds `submission`, to be read, and `homes`.
    """
    if program := shutil.which("bwrap"):
        walls = ("bubblewrap: files, network, processes",)
        yield Jail(_bubblewrap(program, room), HOMES, walls)
    if program := shutil.which("unshare"):
        walls = ("namespaces: network, processes",)
        yield Jail(_unshare(program), str(room / "homes"), walls)
    yield Jail([], str(room / "homes"))


def spare_user() -> int:
    """Return the number of a user that this grader, and no other beside it, may give out."""
    return FIRST_USER + os.getpid() % USERS


def readable() -> list[Path]:
    """Return all that a learner's process has to read: the system, the interpreter, voicekit."""
    interpreter = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.base_exec_prefix)}
    package = Path(voicekit.__file__).resolve().parent
    return [Path("/usr"), *SYSTEM, *FILES, *sorted(interpreter - {Path("/usr")}), package]


def _bubblewrap(program: str, room: Path) -> list[str]:
    command = [program, "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"]
    command += [f"--unshare-{name}" for name in ("pid", "net", "ipc", "uts", "cgroup-try")]
    if os.geteuid() == 0:
        command += [word for name in CAPABILITIES for word in ("--cap-add", name)]
    else:
        command += ["--unshare-user"]
    for path in [*readable(), CHECKOUT / "grader", room / "submission"]:
        command += _bound(path)
    command += ["--proc", "/proc", "--dev", "/dev"]
    for size, folder in ((HOMES_BYTES, HOMES), (SHM_BYTES, "/dev/shm")):
        command += ["--perms", "1777", "--size", str(size), "--tmpfs", folder]
    return [*command, "--remount-ro", "/", "--chdir", "/"]


def _bound(path: Path) -> list[str]:
    """Show `path` inside, for reading only."""
    if path.is_symlink():
        return ["--symlink", os.readlink(path), str(path)]
    if not path.exists():
        return []
    command = []
    for folder in list(path.parents)[-2::-1]:  # else made for root alone: others could not pass
        command += ["--perms", "0755", "--dir", str(folder)]
    return [*command, "--ro-bind", str(path), str(path)]


def _unshare(program: str) -> list[str]:
    user = [] if os.geteuid() == 0 else ["--map-current-user"]
    namespaces = ["--net", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return [program, *user, *namespaces]
