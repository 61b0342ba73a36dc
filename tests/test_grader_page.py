"""The grader's page in a real browser, in light and dark, wide and narrow, on screen and paper.

Needs what `test_browser.py` needs: where that is skipped, so is this.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_browser import CHROMIUM, FLAGS, SHOTS, Axe, Page, sync_playwright
from test_grader_formats import TITLE, evil_report, report_on

from grader.feedback import reduced
from grader.reports.page import page
from grader.verdicts import Report, unfinished

REPORTS = {
    "failures": lambda: report_on("wrong/retries_booking.py"),
    "not gradable": lambda: report_on("hostile/import_error.py"),
    "where": lambda: reduced(report_on("wrong/no_books.py"), "where"),
    "unfinished": lambda: unfinished("why"),
    "evil": evil_report,
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def show(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Open a report from disk; in the end nothing else was asked for, and nothing complained."""
    asked: list[str] = []
    said: list[str] = []
    file = tmp_path / "report.html"

    def opened(report: Report, width: int = 1200, scheme: Any = "light") -> Page:
        file.write_text(page(report, TITLE), "utf-8")
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme
        )
        shown = context.new_page()
        shown.on("request", lambda request: asked.append(request.url))
        shown.on("console", lambda message: said.append(message.text))
        shown.on("dialog", lambda dialog: said.append(dialog.message))
        shown.goto(file.as_uri())
        return shown

    yield opened
    assert set(asked) == {file.as_uri()}
    assert said == []


def open_all(shown: Page) -> None:
    shown.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 320])
@pytest.mark.parametrize("kind", REPORTS)
def test_axe_finds_nothing(show: Any, kind: str, width: int, scheme: str) -> None:
    """With every dialogue open; and nothing but frames of their own scrolls sideways."""
    shown = show(REPORTS[kind](), width, scheme)
    open_all(shown)
    if SHOTS:
        shown.screenshot(
            path=str(Path(SHOTS) / f"page {kind} {width} {scheme}.png"), full_page=True
        )

    assert [one["id"] for one in Axe().run(shown).response["violations"]] == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_light_and_dark_differ(show: Any) -> None:
    """The page follows what the reader has chosen for all pages."""
    colors = {
        show(unfinished(), scheme=scheme).evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    }

    assert len(colors) == 2


def test_the_keyboard_reaches_the_results_and_opens_a_dialogue(show: Any) -> None:
    """The first stop is the link over everything; a closed dialogue opens with Enter."""
    shown = show(report_on("wrong/retries_booking.py"))
    shown.keyboard.press("Tab")
    assert shown.locator(".skip").bounding_box()["x"] >= 0
    shown.keyboard.press("Enter")
    assert shown.url.endswith("#results")
    closed = shown.locator("details:not([open])")
    count = closed.count()
    closed.first.locator("summary").focus()
    shown.keyboard.press("Enter")

    assert closed.count() == count - 1


def test_paper_shows_every_dialogue(show: Any) -> None:
    """What is closed on the screen is printed all the same, in dark ink."""
    shown = show(report_on("wrong/retries_booking.py"), scheme="dark")
    table = shown.locator("details:not([open]) table").first
    assert not table.is_visible()
    shown.emulate_media(media="print")

    assert table.bounding_box()["height"] > 0
    assert shown.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
