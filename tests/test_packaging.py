"""pyproject.toml, environment.yml and the locks say the same."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NEEDED = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
EXTRAS = {
    extra: [Requirement(text) for text in texts]
    for extra, texts in PROJECT["project"]["optional-dependencies"].items()
}
LOCKS = {"core": ["build"], "dev": ["build", "lab", "dev", "class"]}  # the extras that each holds


def lock_text(name: str) -> str:
    return (ROOT / "locks" / f"{name}.txt").read_text("utf-8")


def pins(name: str) -> dict[str, set[str]]:
    """Return a lock's versions by name; some have two, for older and for newer Pythons."""
    found: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([\w.-]+)==(\S+)", lock_text(name), re.MULTILINE):
        found.setdefault(package, set()).add(version)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host_no_file_and_no_option(name):
    assert re.findall(r"(?m)https?://.*|file:.*|^--.*", lock_text(name)) == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_what_pyproject_asks_for_within_its_bounds(name):
    asked = NEEDED + [requirement for extra in LOCKS[name] for requirement in EXTRAS[extra]]
    versions = pins(name)

    for requirement in asked:
        assert versions.get(requirement.name), f"{requirement.name}: not in the lock. make lock"
        assert all(map(requirement.specifier.contains, versions[requirement.name]))


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name):
    for block in re.split(r"(?m)^(?=\w)", lock_text(name))[1:]:
        assert "--hash=sha256:" in block


def test_what_both_locks_pin_they_pin_alike():
    assert pins("core").items() <= pins("dev").items()


def test_every_extra_is_in_a_lock():
    assert set(EXTRAS) == set(LOCKS["dev"])


def test_what_pull_installs_is_the_group_llm():
    text = (ROOT / "voicekit" / "llm_server" / "requirements.txt").read_text("utf-8")
    pinned = re.findall(r"^([\w.-]+==\S+)", text, re.MULTILINE)

    assert sorted(pinned) == sorted(PROJECT["dependency-groups"]["llm"])


def test_the_lab_is_built_with_what_the_lock_holds():
    extras = PROJECT["project"]["optional-dependencies"]

    assert PROJECT["build-system"]["requires"] == extras["build"]


def test_environment_yml_has_the_names_and_bounds_of_pyproject():
    lines = (ROOT / "environment.yml").read_text("utf-8").splitlines()
    entries = [line.removeprefix("  - ") for line in lines[lines.index("dependencies:") + 1 :]]
    python = f"python {PROJECT['project']['requires-python']}"
    packages = sorted(f"{r.name} {r.specifier}" for r in NEEDED + EXTRAS["lab"])

    def bounds(entry: str) -> list[str]:  # the order of bounds means nothing
        return sorted(re.split(r"[ ,]", entry))

    assert list(map(bounds, entries)) == list(map(bounds, [python, "pip", *packages]))
