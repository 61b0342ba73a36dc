"""The workflow for a public forge runs what the Makefile runs, and CITATION.cff is true.

Nobody notices a workflow that went stale until the forge runs it; this notices before.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.specifiers import SpecifierSet

import voicekit

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
WORKFLOW: dict[Any, Any] = yaml.safe_load(TEXT)
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
each_job = pytest.mark.parametrize("job", JOBS.values(), ids=list(JOBS))


def commands(job: dict[str, Any]) -> list[str]:
    """Return every command line of a job."""
    steps = [step["run"] for step in job["steps"] if "run" in step]
    return [line.strip() for text in steps for line in text.splitlines()]


def uses(job: dict[str, Any], action: str) -> list[dict[str, Any]]:
    return [step for step in job["steps"] if step.get("uses", "").startswith(f"{action}@")]


def tools(lines: list[str]) -> list[str]:
    """Return what is run as `.venv/bin/python -m …`."""
    prefix = ".venv/bin/python -m "
    return [line.removeprefix(prefix) for line in lines if line.startswith(prefix)]


def paths(job: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Return the paths that a job's pytest names, and those it leaves out."""
    words = [word for tool in tools(commands(job)) for word in tool.split()]
    named = {word for word in words if word.startswith("tests/")}
    return named, {word.removeprefix("--ignore=") for word in words if "--ignore=" in word}


def test_there_is_one_job_per_part() -> None:
    """The job's name tells which part is broken."""
    assert list(JOBS) == ["style", "tests", "notebooks", "browser", "sandbox", "model"]


@each_job
def test_what_make_is_asked_for_is_a_target(job: dict[str, Any]) -> None:
    """Each job sets itself up with make, and no word after make is unknown to the Makefile."""
    targets = set(re.findall(r"(?m)^([\w./-]+):(?!=)", MAKEFILE))
    asked = [line.split()[1:] for line in commands(job) if line.startswith("make ")]
    words = {word for line in asked for word in line if "=" not in word}

    assert words
    assert words <= targets


@each_job
def test_what_is_run_without_make_is_what_make_test_runs(job: dict[str, Any]) -> None:
    """The same tools with the same options; only pytest may be given fewer files."""
    for tool in tools(commands(job)):
        kept = [word for word in tool.split() if not re.match(r"tests/|--ignore=tests/", word)]
        assert " ".join(kept) in MAKEFILE


@each_job
def test_every_other_command_is_known(job: dict[str, Any]) -> None:
    """System set-up aside, and the model is named as the Makefile names it."""
    for line in commands(job):
        if model := re.fullmatch(r'export LAB_LLM_MODEL="\$\(ls (\S+)\)"', line):
            assert f"ls {model[1]}" in MAKEFILE
        else:
            known = (".venv/bin/python -m ", "make ", "apt-get ", "sysctl ")
            assert line.removeprefix("sudo ").startswith(known)


def test_all_that_make_test_runs_is_run() -> None:
    """Style, types and tests: no part of `make test` is forgotten."""
    run = [tool for job in JOBS.values() for tool in tools(commands(job))]

    for part in ("ruff check .", "ruff format --check .", "mypy"):
        assert part in run
    assert any(tool.startswith("pytest -n auto --ignore") for tool in run)


@each_job
def test_every_test_path_exists(job: dict[str, Any]) -> None:
    """A file that was renamed is renamed here, too."""
    named, left_out = paths(job)

    for path in named | left_out:
        assert (ROOT / path).is_file(), path


def test_no_test_falls_between_two_jobs() -> None:
    """What the job of all tests leaves out, another job runs."""
    elsewhere = {path for name, job in JOBS.items() if name != "tests" for path in paths(job)[0]}
    named, left_out = paths(JOBS["tests"])

    assert named == set()  # nothing named: everything
    assert left_out <= elsewhere


@pytest.mark.parametrize(
    ("job", "needed"),
    [("browser", "browser"), ("model", "llm"), ("sandbox", "sandbox"), ("tests", "dask")],
)
def test_what_a_job_is_for_is_never_skipped(job: str, needed: str) -> None:
    """LAB_REQUIRE turns a skip for want of it into a failure."""
    assert JOBS[job]["env"]["LAB_REQUIRE"] == needed


@each_job
def test_every_job_has_a_timeout(job: dict[str, Any]) -> None:
    """A test that hangs costs minutes, not hours."""
    assert 0 < job["timeout-minutes"] <= 30


def test_python_versions_are_those_of_pyproject() -> None:
    """The matrix is the whole range, and no job uses a Python outside it."""
    supported = SpecifierSet(PROJECT["requires-python"])
    versions = [f"3.{minor}" for minor in range(30) if supported.contains(f"3.{minor}")]
    setups = [step for job in JOBS.values() for step in uses(job, "actions/setup-python")]
    used = {step["with"]["python-version"] for step in setups}

    assert JOBS["tests"]["strategy"]["matrix"] == {"python": versions}
    assert used <= {*versions, "${{ matrix.python }}"}


def test_every_action_is_pinned_to_a_commit_and_says_which_version_that_is() -> None:
    """A tag can be moved to other code; a commit can't."""
    used = re.findall(r"uses: *(\S+) *(.*)", TEXT)

    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)
        assert re.fullmatch(r"# v\d+\.\d+\.\d+", comment)


def test_runners_and_images_have_a_version() -> None:
    """`latest` would be another one some day."""
    assert "latest" not in TEXT


def test_the_workflow_may_read_and_nothing_else() -> None:
    """It works in a fork, where there are no secrets."""
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in JOBS.values())
    assert "secrets" not in re.sub("#.*", "", TEXT)
    for job in JOBS.values():
        (checkout,) = uses(job, "actions/checkout")
        assert checkout["with"] == {"persist-credentials": False}


def test_pushes_and_pull_requests_start_it() -> None:
    """But not pull_request_target, which would give strangers' code our rights."""
    assert set(WORKFLOW[True]) == {"push", "pull_request", "workflow_dispatch"}  # True: YAML's "on"


def test_the_citation_says_what_pyproject_says() -> None:
    """Version, authors and description; MIT is the code's part of the two licences."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    (author,) = PROJECT["authors"]

    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == voicekit.__version__
    assert [one["name"].lower() for one in citation["authors"]] == [author["name"].lower()]
    assert citation["abstract"].rstrip(".") == PROJECT["description"]
    assert citation["license"] in PROJECT["license"].split(" AND ")
    assert not {"doi", "url", "repository-code", "identifiers"} & set(citation)
