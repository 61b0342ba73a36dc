"""The verdicts on a notebook's page: when what they judged changes, they say so.

A verdict says in its own text whether it is stale. Before and after each cell the texts on the page
are looked at again, and what has changed is shown in place: no cell has to be run for it but the
one that is run. What an earlier kernel showed can't be reached; it names what it judged.
"""

import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

KEPT = 100  # verdicts; older ones are mostly replaced by running their cell again


class Verdict(Protocol):
    """Something that is shown as text, and as HTML."""

    def __str__(self) -> str: ...

    def _repr_html_(self) -> str: ...


@dataclass
class Shown:
    """A verdict where it stands on the page."""

    verdict: Verdict
    display_id: str
    text: str


class Page:
    """What one kernel has shown."""

    def __init__(self, publish: Callable[..., None]) -> None:
        self._publish = publish
        self._shown: deque[Shown] = deque(maxlen=KEPT)

    def show(self, verdict: Verdict) -> None:
        """Put a verdict on the page."""
        shown = Shown(verdict, uuid.uuid4().hex, str(verdict))
        self._shown.append(shown)
        self._send(shown, update=False)

    def look_again(self, *_: object) -> None:
        """Show those anew that say something else now."""
        for shown in self._shown:
            if (text := str(shown.verdict)) != shown.text:
                shown.text = text
                self._send(shown, update=True)

    def _send(self, shown: Shown, update: bool) -> None:
        data = {"text/plain": shown.text, "text/html": shown.verdict._repr_html_()}
        transient = {"display_id": shown.display_id}
        self._publish(data, metadata={}, transient=transient, update=update)


_pages: list[Page] = []  # none, or the kernel's


def open_page(shell: Any) -> None:
    """Take a kernel's page for ours, once. In a terminal nothing can be shown in place."""
    if not _pages and hasattr(shell, "kernel"):
        # Looked up each time: %%capture puts another in its place.
        page = Page(lambda *data, **more: shell.display_pub.publish(*data, **more))
        _pages.append(page)
        shell.events.register("pre_run_cell", page.look_again)  # an editor's changes
        shell.events.register("post_run_cell", page.look_again)  # the cell's own


def show(verdict: Verdict) -> None:
    """Put a verdict on the page.

    Raises:
        NotImplementedError: there is none, which IPython takes for: show it as you please.
    """
    if not _pages:
        raise NotImplementedError
    _pages[0].show(verdict)
