"""The lab as a learner has it: `python -m voicekit.lab up`, and a real browser.

Needs Chromium, playwright and axe. Skipped with a reason where they are missing, unless
LAB_REQUIRE names "browser".
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from voicekit.lab import opening, regions
from voicekit.lab.shipped import solution_source

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
REQUIRED = "browser" in os.environ.get("LAB_REQUIRE", "").split(",")
sync_api = pytest.importorskip("playwright.sync_api") if not REQUIRED else None
if not CHROMIUM and not REQUIRED:
    pytest.skip("no Chromium here: apt-get install chromium", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402

# As root it has no sandbox of its own; the rest keeps it from calling home.
FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
 --disable-component-update --disable-sync""".split()
START_S, STEP_MS = 60, 60_000
SHOTS = os.environ.get("LAB_SCREENSHOTS")  # a folder to keep pictures in, for people to look at


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a lab that was opened with its own command, in a folder of its own."""
    home = tmp_path_factory.mktemp("voice")
    config = tmp_path_factory.mktemp("config")
    # The page's own object tells when a kernel is ready; nothing on the screen does.
    (config / "jupyter_lab_config.json").write_text('{"LabApp": {"expose_app_in_browser": true}}')
    environ = {**os.environ, "VOICE_HOME": str(home), "JUPYTER_CONFIG_DIR": str(config)}
    command = [sys.executable, "-m", "voicekit.lab", "up", "--no-browser"]
    with (home / "log.txt").open("w") as log:
        lab = subprocess.Popen(command, env=environ, stdout=log, stderr=log)
    try:
        yield _address(home, lab)
    finally:
        lab.terminate()
        lab.wait(20)
        assert opening.running(home) is None  # it ended with the command


def _address(home: Path, lab: subprocess.Popen[bytes]) -> str:
    for _ in range(START_S * 10):
        if found := opening.running(home):
            return found
        assert lab.poll() is None, (home / "log.txt").read_text("utf-8")
        time.sleep(0.1)  # a server's start can't be injected
    raise AssertionError((home / "log.txt").read_text("utf-8"))


class Browser:
    """A page, and what it asked for and complained of."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._address = address
        self.outside: list[str] = []
        self.errors: list[str] = []
        page.on("request", self._note_request)
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)

    def _note_request(self, request: Any) -> None:
        if urlsplit(request.url).hostname not in (None, "127.0.0.1", "localhost"):
            self.outside.append(request.url)

    def open(self, notebook: str) -> None:
        """Open a notebook and wait for its kernel."""
        base, _, token = self._address.partition("/lab/tree/notebooks/00_welcome.ipynb?token=")
        self.page.goto(f"{base}/lab/tree/notebooks/{notebook}.ipynb?reset&token={token}")
        self.page.locator(".jp-NotebookPanel:visible .jp-Notebook").wait_for(timeout=STEP_MS)
        self.page.wait_for_function(
            "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
            " === 'idle' && window.jupyterapp.shell.currentWidget.context.isReady",
            timeout=STEP_MS,
        )

    def run_all(self) -> None:
        """Run all cells and wait until the last has its number."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")

    def theme(self, name: str) -> None:
        self.page.evaluate(
            "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})",
            name,
        )
        self.page.wait_for_timeout(500)

    def cell(self, cell_id: str) -> Any:
        """Return a cell's place on the page, scrolled to."""
        index = self.page.evaluate(
            """id => { const cells = window.jupyterapp.shell.currentWidget.content;
               const index = cells.widgets.findIndex(c => c.model.id === id);
               cells.activeCellIndex = index; cells.scrollToItem(index); return index; }""",
            cell_id,
        )
        assert index >= 0, cell_id
        return self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{index}"]')

    def type_into(self, cell_id: str, text: str) -> Any:
        """Replace a cell's text as one types it, run it, and return its output's place."""
        cell = self.cell(cell_id)
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Control+Enter")
        return cell.locator(".jp-Cell-outputArea")

    def keep(self, name: str) -> None:
        if SHOTS:
            self.page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


@pytest.fixture
def browser(address: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = chromium.new_page(viewport={"width": 1280, "height": 1100})
        seen = Browser(page, address)
        yield seen
        chromium.close()
        assert seen.outside == []
        assert seen.errors == []


def serious(page: Page, inside: str) -> list[str]:
    """Return what axe finds serious or critical inside some part of the page."""
    found = Axe().run(page, context={"include": [inside]})
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def test_one_talks_to_the_finished_agent_in_the_first_screen(browser: Browser) -> None:
    """Open, run, say a sentence, say yes: booked; by keyboard alone; no accessibility trouble."""
    browser.open("00_welcome")
    browser.run_all()
    panel = browser.page.locator(".lab-phone")
    panel.wait_for(timeout=STEP_MS)
    box = panel.locator(".lab-say input")
    box.focus()
    for text, state in (
        ("Book me on Tuesday at ten a m, my name is Jamie", "CONFIRM"),
        ("yes", "DONE"),
    ):
        browser.page.keyboard.insert_text(text)
        browser.page.keyboard.press("Enter")
        expect(panel.locator(".lab-state")).to_contain_text(state, timeout=STEP_MS)
        expect(panel.locator(".lab-log")).to_contain_text(text)
        expect(box).to_be_focused()
    expect(panel.locator(".lab-calls")).to_contain_text("book")
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        browser.theme(theme)
        browser.keep(f"00 {theme}")
        assert serious(browser.page, ".lab-phone") == []
        assert serious(browser.page, ".jp-Notebook .jp-OutputArea-output") == []
    browser.theme("JupyterLab Light")


def test_a_notebook_opened_again_shows_no_broken_panel(browser: Browser) -> None:
    """The next day: saved, its kernel ended, opened again."""
    browser.open("00_welcome")
    browser.run_all()
    browser.page.locator(".lab-phone").wait_for(timeout=STEP_MS)
    browser.page.evaluate(
        """async () => { const widget = window.jupyterapp.shell.currentWidget;
           await window.jupyterapp.commands.execute('docmanager:save');
           await widget.sessionContext.shutdown(); }"""
    )
    browser.open("00_welcome")
    browser.page.wait_for_timeout(2000)
    browser.keep("00 opened again")

    expect(browser.page.locator(".jp-Notebook")).not_to_contain_text("Error displaying widget")


def test_an_exercise_goes_from_not_attempted_over_failed_to_passed(browser: Browser) -> None:
    """Typed into the cells of step 3, and nothing else."""
    browser.open("03_booking_confirm")
    browser.run_all()
    solution = solution_source("agent.py")
    name = "next-question"
    outputs = browser.cell(name).locator(".jp-Cell-outputArea")
    expect(outputs).to_contain_text("NOT ATTEMPTED", timeout=STEP_MS)

    right = f"%%agent {name}\n{regions.body(solution, name)}"
    wrong = right.replace('"ask_name"', '"ask_day"')
    assert wrong != right
    expect(browser.type_into(name, wrong)).to_contain_text("FAILED", timeout=STEP_MS)
    browser.keep("03 failed")
    expect(browser.type_into(name, right)).to_contain_text("PASSED", timeout=STEP_MS)
    browser.keep("03 passed")
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        browser.theme(theme)
        assert serious(browser.page, ".jp-Notebook .jp-OutputArea-output") == []
    browser.theme("JupyterLab Light")


def test_the_traces_notebook_has_no_accessibility_trouble(browser: Browser) -> None:
    """Figures and tables of step 8, in light and dark."""
    browser.open("08_traces")
    browser.run_all()
    expect(browser.cell("write-traces").locator(".jp-Cell-outputArea")).to_contain_text(
        "NOT ATTEMPTED", timeout=STEP_MS
    )
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        browser.theme(theme)
        browser.keep(f"08 {theme}")
        assert serious(browser.page, ".jp-Notebook .jp-OutputArea-output") == []
    browser.theme("JupyterLab Light")
