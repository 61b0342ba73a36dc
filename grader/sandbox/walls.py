"""The walls that a learner's process puts around itself before learner code is read."""

import contextlib
import os
from pathlib import Path

from grader.sandbox import landlock, privileges, seccomp
from grader.sandbox.jails import FIRST_USER, HOMES, readable

DEVICES = [Path("/dev") / name for name in ("null", "zero", "random", "urandom")]


class Walls:
    """Keeps a process from all but Python, voicekit and `homes`; where a wall lacks, without it.

    Made once, by the process that forks; put up in each process that it forks.

    Args:
        homes: the one folder that may be written to.
        alone: whether there are no processes to be seen but those of the jail.
    """

    def __init__(self, homes: Path, alone: bool) -> None:
        read = [*readable(), *DEVICES, *([Path("/proc")] if alone else [])]
        shared = [Path("/dev/shm")] if str(homes) == HOMES else []
        self._rules: landlock.Rules | None = None
        with contextlib.suppress(OSError):
            self._rules = landlock.rules(read, [homes, Path(os.devnull), *shared])
        kept = self._rules.keep_from if self._rules else ()
        self._alone = alone
        self._own_signals_only = not alone and "signals" not in kept

    @property
    def descriptor(self) -> int | None:
        """The open file that `confine` needs, if any."""
        return self._rules.number if self._rules else None

    def confine(self) -> list[str]:
        """Put them around this process; return what it is now kept from, in words."""
        names = []
        if os.geteuid() == 0:
            privileges.give_up()
            names.append("still root: its own user cannot read the interpreter")
        elif os.geteuid() >= FIRST_USER:
            names.append("a user of its own")
        with contextlib.suppress(OSError):
            if self._rules:
                landlock.confine(self._rules)
                names.append(f"landlock: {', '.join(self._rules.keep_from)}")
        with contextlib.suppress(OSError):
            # Root's processes are not counted, so they could multiply faster than they are ended.
            endless = os.geteuid() == 0 and not self._alone
            calls = seccomp.confine(self._own_signals_only, no_processes=endless)
            names += [f"seccomp: {', '.join(calls)}"] if calls else []
        return names
