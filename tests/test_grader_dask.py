"""Grading on a real Dask cluster: a scheduler and workers in processes of their own.

Without the package distributed they are skipped; they fail instead where LAB_REQUIRE names "dask".
"""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grader.__main__ as command_line
from grader.classroom import scheduler
from grader.classroom.dispatch import Mismatch
from grader.classroom.ledger import lab
from grader.classroom.parcel import Options, Parcel
from grader.classroom.scheduler import Dask, graded_there
from grader.grading import WORDS
from voicekit.checksums import ROOT

AGENTS = ROOT / "tests" / "agents"
OPTIONS = Options(seed=0, only=list(WORDS), feedback="full", lab="another one")
HANGS = "class VoiceAgent:\n    def __init__(self, api, sleep=None):\n        while True: ...\n"

try:
    import distributed
except ModuleNotFoundError:
    if "dask" in os.environ.get("LAB_REQUIRE", "").split(","):
        raise
    pytest.skip("the package distributed is not installed", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("default")  # those of other people's packages


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a scheduler and two workers on this computer."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as started:
        yield started


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """Make a class of three, one of whom takes 5 s."""
    folder = tmp_path / "school"
    folder.mkdir()
    shutil.copyfile(AGENTS / "wrong" / "plain_agent.py", folder / "ada.py")
    shutil.copyfile(AGENTS / "right" / "outside_dataclass.py", folder / "bob.py")
    (folder / "eve.py").write_text(HANGS)
    return folder


def run(*arguments: object) -> int:
    return command_line.main(["class", *map(str, arguments)])


def everything(folder: Path) -> dict[str, bytes]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_cluster_gives_the_same_bytes(tmp_path: Path, school: Path, cluster: Any) -> None:
    """As this computer alone."""
    address = cluster.scheduler_address

    assert run(school, "--out", tmp_path / "there", "--scheduler", address) == 0
    assert run(school, "--out", tmp_path / "here") == 0
    assert everything(tmp_path / "there") == everything(tmp_path / "here")
    assert len(everything(tmp_path / "there")) == 3 * 3 + 4


def test_a_worker_that_is_lost_loses_nothing(
    tmp_path: Path, school: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had in hand goes to another one."""
    pids = [worker.pid for worker in cluster.workers.values()]
    killed = []
    submit = Dask.submit

    def fatal(pool: Dask, parcel: Parcel) -> Any:
        future = submit(pool, parcel)
        if parcel.id == "eve":
            killed.append(os.kill(pids[0], signal.SIGKILL))
        return future

    monkeypatch.setattr(Dask, "submit", fatal)
    assert run(school, "--out", tmp_path / "out", "--scheduler", cluster.scheduler_address) == 0
    assert killed
    assert "GRADER ERROR" not in (tmp_path / "out" / "summary.txt").read_text("utf-8")


def test_another_version_of_the_lab_is_refused(cluster: Any) -> None:
    """Before anything is sent, with the worker's name; and by a worker that joined later."""
    with pytest.raises(Mismatch, match=r"tcp://127\.0\.0\.1"):
        Dask(cluster.scheduler_address, due="another one")
    pool = Dask(cluster.scheduler_address, lab())
    try:
        with pytest.raises(Mismatch, match="same version"):
            pool.submit(Parcel("late", "", OPTIONS)).result()
    finally:
        pool.close()
    with pytest.raises(Mismatch):
        graded_there(Parcel("here", "", OPTIONS))


def test_an_address_where_nobody_is_is_told(
    tmp_path: Path,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is a wrong command."""
    monkeypatch.setattr(scheduler, "CONNECT_S", 0.2)

    assert run(school, "--out", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9") == 64
    assert "expected a Dask scheduler" in capsys.readouterr().err
