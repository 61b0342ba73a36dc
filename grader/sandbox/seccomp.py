"""System calls that a learner's process does without, refused by the kernel (Linux).

No agent needs a socket, another process's memory, or a new namespace; programs that break out of
sandboxes do. Refused calls fail with EPERM, so that the learner reads PermissionError. Numbers
are those of the kernel's `unistd.h` for each processor.
"""

import ctypes
import errno
import functools
import os
import struct
from collections.abc import Iterable

from grader.sandbox import kernel

# name: (x86_64, aarch64); None: that processor has no such call
REFUSED: dict[str, tuple[int | None, int | None]] = {
    "socket": (41, 198),
    "io_uring_setup": (425, 425),  # could make sockets unseen
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "shmget": (29, 194),  # these would pass notes from one scenario to the next
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
}
SIGNALS = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
}
FORKS = {"fork": (57, None), "vfork": (58, None)}
CLONE_THREAD = 0x00010000
CLONE, CLONE3, PRLIMIT = (56, 220), (435, 435), (302, 261)
NEW_NAMESPACES = 0x7E020000
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, audit's name
X32_BIT = 0x40000000

# Instructions of the kernel's filter language, `linux/bpf_common.h`.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where `struct seccomp_data` has them
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
NOT_THERE, KILL = 0x00050000 | errno.ENOSYS, 0x80000000
MODE_FILTER = 2


def confine(own_signals_only: bool, no_processes: bool = False) -> list[str]:
    """Refuse these calls to this process and all it starts; return what it is now kept from.

    Args:
        own_signals_only: refuse signals to other processes too, where nothing else does.
        no_processes: refuse to start any, where those that get away could not be found again.

    Raises:
        OSError: the kernel refused; nothing is confined.
    """
    if kernel.machine() not in MACHINES:
        return []
    own = os.getpid() if own_signals_only else 0
    program = _program(*MACHINES[kernel.machine()], own, no_processes)
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HP", len(program) // 8, ctypes.addressof(buffer))
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.prctl(kernel.PR_SET_SECCOMP, MODE_FILTER, header)
    return ["system calls", *(["processes"] if no_processes else [])]


@functools.cache
def _program(column: int, architecture: int, own: int, no_processes: bool) -> bytes:
    """Return the filter; `own` is the one process that signals may go to, 0 for any."""
    refused: Iterable[int | None] = (row[column] for row in REFUSED.values())
    steps = [_step(LOAD, ARCHITECTURE), _step(EQUAL, architecture, 1, 0), _step(RETURN, KILL)]
    steps += [_step(LOAD, NUMBER), _step(AT_LEAST, X32_BIT, 0, 1), _step(RETURN, KILL)]
    for number in refused:
        if number is not None:
            steps += [_step(EQUAL, number, 0, 1), _step(RETURN, REFUSE)]
    # The C library then uses clone, whose flags can be looked at.
    steps += [_step(EQUAL, CLONE3[column], 0, 1), _step(RETURN, NOT_THERE)]
    steps += _if(CLONE[column], [_step(ANY_BIT, NEW_NAMESPACES, 0, 1), _step(RETURN, REFUSE)])
    steps += _if(PRLIMIT[column], [_step(EQUAL, 0, 1, 0), _step(RETURN, REFUSE)])
    if no_processes:
        for number in filter(None, (row[column] for row in FORKS.values())):
            steps += [_step(EQUAL, number, 0, 1), _step(RETURN, REFUSE)]
        steps += _if(CLONE[column], [_step(ANY_BIT, CLONE_THREAD, 1, 0), _step(RETURN, REFUSE)])
    if own:
        for row in SIGNALS.values():
            block = [_step(EQUAL, own, 2, 0), _step(EQUAL, 0, 1, 0), _step(RETURN, REFUSE)]
            steps += _if(row[column], block)
    return b"".join([*steps, _step(RETURN, ALLOW)])


def _if(number: int, block: list[bytes]) -> list[bytes]:
    """Run `block` on the first argument where the call is `number`; leave the number loaded."""
    inner = [_step(LOAD, FIRST_ARGUMENT), *block, _step(LOAD, NUMBER)]
    return [_step(EQUAL, number, 0, len(inner)), *inner]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
