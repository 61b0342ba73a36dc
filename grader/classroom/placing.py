"""A parcel's files on disk: where they go, and which of them is the agent."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.classroom.archive import Refused, unpack, write
from grader.classroom.words import tell
from grader.submission import FILES, MAX_FILE_BYTES, Submission, find

BELOW = 2  # folders that agent.py may lie down
ZIPS = 2  # a zip in a zip, and no deeper


def place(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a folder; where they are no program but a zip, what is in it, too.

    Raises:
        Refused: it is a zip that can't be unpacked, or there are several.
    """
    for name, content in files.items():
        write(folder, name, content)
    for _ in range(ZIPS):
        near = list(_near(folder))
        zips = [path for path in near if path.suffix.lower() == ".zip"]
        if not zips or any(path.suffix == ".py" for path in near):
            return
        if len(zips) > 1:
            raise Refused(tell("several", names=_names(zips, folder)))
        raw = zips[0].read_bytes()
        zips[0].unlink()
        unpack(raw, folder)


def agent(folder: Path) -> Submission:
    """Return the submission in a folder: where its agent.py is, or what stands for it.

    Raises:
        Refused: nothing in there is an agent, or more than one may be.
    """
    near = list(_near(folder))
    sources = [path for path in near if path.suffix == ".py"]
    named = [path for path in near if path.name == "agent.py"]
    if not sources:  # an agent.py may still be to come
        named = [path for path in near if path.name in FILES]
    top = [path for path in named if len(path.parts) == len(named[0].parts)]
    if len({path.parent for path in top}) > 1:
        raise Refused(tell("several", names=_names(top, folder)))
    if top:
        return find(top[0].parent)
    if len(sources) > 1:
        sources = [path for path in sources if b"VoiceAgent" in path.read_bytes()]
    if len(sources) != 1:
        raise Refused(tell("no agent", found=_names(near, folder) or tell("nothing")))
    return find(sources[0])


def sources_of(folder: Path) -> list[bytes]:
    """Return the content of all Python files in a folder."""
    paths = [path for path in sorted(folder.rglob("*.py")) if path.is_file()]
    return [path.read_bytes() for path in paths if path.stat().st_size <= MAX_FILE_BYTES]


def names_in(folder: Path) -> list[str]:
    """Return the names of all files in a folder."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path.relative_to(folder).as_posix() for path in paths]


def _near(folder: Path) -> Iterator[Path]:
    """Yield the files that may be the agent's, those further up first."""
    for depth in range(BELOW + 1):
        yield from sorted(path for path in folder.glob("*/" * depth + "*") if path.is_file())


def _names(paths: Sequence[Path], folder: Path) -> str:
    names = [path.relative_to(folder).as_posix() for path in paths]
    return ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
