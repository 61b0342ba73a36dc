"""Verdicts that stand on a page say so when what they judged has changed since."""

import hashlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from dev import execute
from voicekit import checksums
from voicekit.lab import magic, page, progress, regions
from voicekit.lab.exercises import exercise
from voicekit.lab.findings import Finding, Findings
from voicekit.lab.judged import judged, stale_line
from voicekit.lab.shipped import ROOT, solution_source

NO, TRACES, TOOLS = exercise("confirm-no"), exercise("write-traces"), exercise("classify-tools")
SOLVED = solution_source("agent.py")
# Whoever has come to step 4: what follows is not written yet.
HERE = regions.blanked(SOLVED)
for _name in ("transition-table", "next-question", "confirm-yes", "confirm-no"):
    HERE = regions.replace(HERE, _name, regions.body(SOLVED, _name))
STALE = "STALE: agent.py has changed since; run this cell again."


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """A learner's agent.py."""
    path = tmp_path / "agent" / "agent.py"
    path.parent.mkdir()
    path.write_text(HERE, "utf-8")
    return path


def found(one: Any, folder: Path, verdict: str = "PASSED") -> Findings:
    return Findings(one.name, [Finding(verdict, "it")], "Next.", judged(one, folder))


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text("utf-8")
    path.write_text(change(before), "utf-8")
    assert path.read_text("utf-8") != before


def with_region(name: str, body: str) -> Callable[[str], str]:
    return lambda source: regions.replace(source, name, body)


# What makes a verdict stale


@pytest.mark.parametrize(
    "change",
    [
        with_region("confirm-no", "def _no(self):\n    return ''\n"),
        with_region("confirm-yes", "def _yes(self):\n    return ''\n"),
        lambda source: source.replace("self.time = None", "self.time = ''", 1),
        lambda source: f"{source}\nEXTRA = 1\n",
        lambda source: source.replace("# endregion confirm-no", ""),
        lambda source: regions.replace(
            source,
            "confirm-no",
            regions.stub(regions.body(source, "confirm-no"), "confirm-no"),
        ),
        lambda _: "class VoiceAgent: (\n",
        lambda source: source.replace("self.time = None", "self.time = '\0'", 1),
        lambda _: "\n",
    ],
    ids="its-own before-it around-it added lost-mark blanked no-python null emptied".split(),
)
def test_what_was_judged_has_changed(agent: Path, change: Callable[[str], str]) -> None:
    """Its own region, those that it was judged with, and the code around them."""
    verdict = found(NO, agent.parent)
    assert verdict.stale == ""
    rewrite(agent, change)

    assert verdict.stale == STALE
    assert str(verdict).startswith(f"{STALE}\nconfirm-no\n")
    assert verdict._repr_html_().startswith(f"<p><strong>{STALE}</strong></p>")


def test_going_on_makes_nothing_stale(agent: Path) -> None:
    """The next exercise was filled in from the solution; now it is the learner's: no difference."""
    verdict = found(NO, agent.parent)
    rewrite(agent, with_region("search-retry", regions.body(SOLVED, "search-retry")))

    assert verdict.stale == ""


def test_what_was_not_written_is_stale_when_it_is(agent: Path) -> None:
    """NOT ATTEMPTED does not outlive the attempt."""
    one = exercise("search-retry")
    verdict = found(one, agent.parent, "NOT ATTEMPTED")
    rewrite(agent, with_region("search-retry", regions.body(SOLVED, "search-retry")))

    assert verdict.stale == STALE


def test_taken_back_it_holds_again(agent: Path) -> None:
    """What was judged is there again, so the verdict is as good as it was."""
    verdict = found(NO, agent.parent)
    rewrite(agent, lambda source: source + "\n")
    assert verdict.stale
    rewrite(agent, lambda _: HERE)

    assert verdict.stale == ""


def test_a_module_beside_the_agent_counts(agent: Path) -> None:
    """Its agent.py may import it."""
    other = agent.with_name("words.py")
    other.write_text("YES = 'yes'\n")
    verdict = found(NO, agent.parent)
    rewrite(other, lambda text: text.upper())

    assert verdict.stale == "STALE: words.py has changed since; run this cell again."


def test_traces_are_stale_when_the_agent_has_changed(agent: Path) -> None:
    """They say what it does."""
    agent.with_name("traces.jsonl").write_text("{}\n")
    verdict = found(TRACES, agent.parent)
    assert str(verdict.judged).count("sha256") == 2
    rewrite(agent, lambda source: source + "\nEXTRA = 1\n")

    assert verdict.stale == STALE


def test_each_key_of_a_file_is_judged_by_itself(tmp_path: Path) -> None:
    """The other exercise of tools.json leaves a passed one alone, but not one that is not."""
    file = tmp_path / "tools.json"
    missing = found(TOOLS, tmp_path, "NOT ATTEMPTED")
    file.write_text('{"tools": {}}')
    passed, failed = found(TOOLS, tmp_path), found(TOOLS, tmp_path, "FAILED")
    assert missing.stale.startswith("STALE: tools.json")
    file.write_text('{"retryable": [], "tools": {}}')
    assert passed.stale == ""
    assert failed.stale.startswith("STALE: tools.json")
    file.write_text("[")
    assert passed.stale.startswith("STALE: tools.json")


def test_several_files_are_named() -> None:
    """In one line."""
    assert stale_line(["a", "b"], "look") == "STALE: a, b have changed since; look."


# What a verdict says of what it judged


def test_a_verdict_names_the_state_that_it_judged(agent: Path) -> None:
    """By the digits that sha256sum prints: the same on every day and every machine."""
    verdict = found(NO, agent.parent)
    mark = hashlib.sha256(agent.read_bytes()).hexdigest()[:8]
    agent.unlink()

    assert f"\nJudged: agent.py (sha256 {mark})\n" in str(verdict)
    assert f"<p>Judged: agent.py (sha256 {mark})</p>" in verdict._repr_html_()
    assert "Judged" not in str(found(NO, agent.parent))  # there is nothing


def test_a_stale_verdict_has_no_colour(agent: Path) -> None:
    """A green word would say more than the line above it."""
    verdict = found(NO, agent.parent)
    assert "#1a8754" in verdict._repr_html_()
    rewrite(agent, lambda source: source + "\n")

    assert "#" not in verdict._repr_html_()


def test_progress_names_the_present_state_and_goes_stale(
    agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the verdict of another day can be compared with it."""
    monkeypatch.setenv("VOICE_HOME", str(agent.parents[1]))
    module = sys.modules["voicekit.lab.progress"]  # the function has taken its name
    monkeypatch.setattr(module, "judge_all", lambda folder: [(NO, "PASSED")])
    table = progress()
    assert f"agent.py is now sha256 {checksums.short(agent)}: a verdict" in str(table)
    rewrite(agent, with_region("search-retry", regions.body(SOLVED, "search-retry")))

    assert str(table).startswith(STALE)
    assert table._repr_html_().startswith(f"<p><strong>{STALE}")


# The page


class Told:
    """A verdict whose text can be changed, and a page's messages."""

    def __init__(self) -> None:
        self.text = "first"
        self.sent: list[tuple[str, str, bool]] = []

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<p>{self.text}</p>"

    def publish(self, data: Any, metadata: Any, transient: Any, update: bool) -> None:
        assert data == {"text/plain": self.text, "text/html": self._repr_html_()}
        self.sent.append((transient["display_id"], self.text, update))


def test_a_page_shows_anew_what_says_something_else() -> None:
    """Once for each change, in the place where it stands."""
    told = Told()
    shown = page.Page(told.publish)
    shown.show(told)
    shown.look_again()
    told.text = "second"
    shown.look_again("an event's argument")
    shown.look_again()

    (place, *_), _ = told.sent
    assert told.sent == [(place, "first", False), (place, "second", True)]


def test_in_a_terminal_a_verdict_is_shown_as_it_is(agent: Path) -> None:
    """There is no page: IPython is told to print it."""
    with pytest.raises(NotImplementedError):
        found(NO, agent.parent)._ipython_display_()


def run(tmp_path: Path, *sources: str, before: Callable[[int], None] | None = None) -> list[str]:
    """Run cells in a real kernel; return what each shows when all have run."""
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(s) for s in ("import voicekit.lab", *sources)]
    hook = (lambda cell, cell_index: before(cell_index)) if before else None
    execute.run(notebook, tmp_path, hook)
    shown = [[out.get("data", {}) for out in cell.outputs] for cell in notebook.cells[1:]]
    return ["".join(data.get("text/plain", "") for data in row) for row in shown]


CELL = f"%%agent confirm-no\n{regions.body(SOLVED, 'confirm-no')}"
EDIT = """
path = voicekit.lab.workspace.agent_folder() / "agent.py"
path.write_text(path.read_text("utf-8") + "EXTRA = 1", "utf-8")
"""


def test_a_later_cell_makes_an_earlier_verdict_stale_on_the_page(agent: Path) -> None:
    """The output of the earlier cell says so, without being run again; a new one does not."""
    shown = run(agent.parents[1], CELL, 'check("confirm-no")', EDIT, 'check("confirm-no")')

    for text in shown[:2]:
        assert text.startswith(f"{STALE}\nconfirm-no\n")
    assert shown[3].startswith("confirm-no\n  PASSED")
    assert "STALE" not in shown[3]


def test_an_editor_s_change_is_told_when_the_next_cell_runs(agent: Path) -> None:
    """Whatever that cell does."""

    def edited(index: int) -> None:
        if index == 2:
            rewrite(agent, lambda source: source + "\nEXTRA = 1\n")

    shown = run(agent.parents[1], 'check("confirm-no")', "1 + 1", before=edited)

    assert shown[0].startswith(STALE)


def test_what_is_captured_is_not_on_the_page(agent: Path) -> None:
    """A cell's output that nobody is to see stays unseen."""
    shown = run(agent.parents[1], '%%capture\ndisplay(check("confirm-no"))', EDIT)

    assert shown[0] == ""


def test_other_cells_leave_a_verdict_as_it_is(agent: Path) -> None:
    """Neither running it again, nor the next exercise, nor a mistake in a cell."""
    after = f"%%agent search-retry\n{regions.body(SOLVED, 'search-retry')}"
    shown = run(agent.parents[1], CELL, CELL, after, 'hint("confirm-no")')

    assert "STALE" not in "".join(shown)
    assert shown[0] == shown[1]


def test_stored_outputs_are_those_of_the_moment(tmp_path: Path) -> None:
    """The author's wrong answers are stale at the end; what is stored is what one sees in turn."""
    name = "04_booking_correct.ipynb"
    texts = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        path = Path(shutil.copy(ROOT / "solutions" / name, folder))
        execute.execute(path, folder / "voice")
        texts.append(path.read_text("utf-8"))

    assert texts[0] == texts[1]
    assert "Judged: agent.py (sha256 " in texts[0]
    assert "STALE" not in texts[0]


def test_the_extension_opens_a_kernel_s_page_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is loaded; a terminal's shell has none."""
    monkeypatch.setattr(page, "_pages", [])
    events: list[str] = []

    class Shell:
        """As much of IPython's shell as is used."""

        def register_magic_function(self, *_: Any) -> None: ...

        def push(self, _: Any) -> None: ...

        @property
        def events(self) -> Any:
            return self

        @property
        def display_pub(self) -> Any:
            return self

        def publish(self, *_: Any, **__: Any) -> None: ...

        def register(self, name: str, _: Any) -> None:
            events.append(name)

    magic.register(Shell())
    assert events == []
    kernel = Shell()
    kernel.kernel = object()  # type: ignore[attr-defined]
    magic.register(kernel)
    magic.register(kernel)

    assert events == ["pre_run_cell", "post_run_cell"]
