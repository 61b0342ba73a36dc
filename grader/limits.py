"""How much time and room a learner's process gets."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """Seconds, bytes and counts. Times are enforced from outside; the rest by the system."""

    import_s: float = 5.0  # reading agent.py and building the agent
    turn_s: float = 2.0  # one call of handle
    scenario_s: float = 10.0  # all turns of one scenario
    run_s: float = 30.0  # everything
    settle_s: float = 0.5  # for threads that a turn left behind
    memory_bytes: int = 1 << 30
    file_bytes: int = 4 << 20
    open_files: int = 64
    processes: int = 64  # more than the user has already
    calls_per_turn: int = 1000


def confine(limits: Limits) -> list[str]:
    """Put this process under the limits its system has; return the names of those in force.

    For the learner's process, before its code is read: they can't be raised again.
    """
    try:
        import resource
    except ImportError:  # Windows has none of them
        return []
    wanted = {
        "memory": (resource.RLIMIT_AS, limits.memory_bytes),
        "cpu": (resource.RLIMIT_CPU, int(limits.scenario_s + limits.import_s) + 1),
        "file size": (resource.RLIMIT_FSIZE, limits.file_bytes),
        "open files": (resource.RLIMIT_NOFILE, limits.open_files),
        "core dumps": (resource.RLIMIT_CORE, 0),
    }
    if processes := _processes_of_user():
        wanted["processes"] = (resource.RLIMIT_NPROC, processes + limits.processes)
    in_force = []
    for name, (kind, most) in wanted.items():
        try:
            resource.setrlimit(kind, (most, most))
            in_force.append(name)
        except (ValueError, OSError):  # macOS knows some of them by name only
            continue
    return in_force


def _processes_of_user() -> int | None:
    """Count this user's threads: the system's limit is on them all, not on this process's own.

    None where that can't be known, or where the limit would not hold (it does not bind root).
    """
    if not Path("/proc/self/status").exists() or os.geteuid() == 0:
        return None
    count = 0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and folder.stat().st_uid == os.geteuid():
                count += len(os.listdir(folder / "task"))
        except OSError:  # it ended meanwhile
            continue
    return count
