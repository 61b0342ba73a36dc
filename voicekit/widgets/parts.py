"""The widgets of the phone panel, their order, and how they look."""

from collections.abc import Sequence
from typing import Any

import ipywidgets as ipw  # type: ignore[import-untyped]

SUGGESTIONS = 3  # as many buttons as there are suggestions at most
# ipywidgets can't name a region. Unless it is one from the start, what is added is not read out.
NAME_REGIONS = """
const regions = {
  "lab-log": {role: "log", "aria-live": "polite", "aria-label": "Conversation"},
  "lab-note": {role: "status"},
};
function nameThem() {
  for (const [name, attributes] of Object.entries(regions))
    for (const node of document.querySelectorAll(`.${name}:not([role])`))
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
}
nameThem();
if (!window.voicekitNames) {  // one for all panels, also those that are drawn later
  window.voicekitNames = new MutationObserver(nameThem);
  window.voicekitNames.observe(document.body, {childList: true, subtree: true});
}
"""


class Parts:
    """The widgets. They do nothing by themselves; `Phone` listens to them.

    Args:
        plans: what the menu offers.
        first: which of them is chosen.
    """

    def __init__(self, plans: Sequence[str], first: str) -> None:
        self.picture = _classed(ipw.HTML(), "lab-state")
        self.table = _classed(ipw.HTML(), "lab-table")
        whole = ipw.Layout(flex="0 0 auto", overflow="visible")  # what scrolls is around it
        self.log = _classed(ipw.VBox(layout=whole), "lab-log")
        self.text = _classed(_text(), "lab-say")
        self.send = _classed(_button("Send"), "lab-send")
        self.suggestions = [_classed(_button(""), "lab-try") for _ in range(SUGGESTIONS)]
        self.status = _classed(ipw.HTML(), "lab-note")
        self.plan = _classed(_menu(plans, first), "lab-plan")
        self.new = _classed(_button("New call"), "lab-new")
        self.calls = _classed(ipw.HTML(), "lab-calls")
        self.handoff = _classed(ipw.HTML(), "lab-handoff")
        self.box = _classed(self._arranged(), "lab-phone")

    def add(self, line: str) -> None:
        """Add a line to the conversation. The others stay as they are: only it is read out."""
        self.log.children = [*self.log.children, ipw.HTML(line)]

    def clear(self) -> None:
        """Empty the conversation."""
        for child in self.log.children:
            child.close()
        self.log.children = []

    def suggest(self, words: Sequence[str]) -> None:
        """Offer something to say."""
        offered = [*words, *[""] * SUGGESTIONS]
        for button, offer in zip(self.suggestions, offered, strict=False):
            button.description = offer
            button.layout.display = "" if offer else "none"

    def show(self, plain: str) -> None:
        """Show the panel in a notebook.

        Args:
            plain: what stands for it where widgets are not shown.
        """
        from IPython.display import display

        bundle: dict[str, Any] = {**self.box._repr_mimebundle_(), "text/plain": plain}
        display(bundle, raw=True)  # type: ignore[no-untyped-call]
        display({"application/javascript": NAME_REGIONS}, raw=True)  # type: ignore[no-untyped-call]

    def _arranged(self) -> Any:
        """Return all parts in the order in which a keyboard reaches them."""
        # Reversed, a column that scrolls stays at its end when something is added.
        scrolled = ipw.Box(
            [self.log],
            layout=ipw.Layout(
                flex_flow="column-reverse", overflow="auto", max_height="280px", min_height="96px"
            ),
            tabbable=True,  # so that arrow keys scroll it
        )
        wrap = ipw.Layout(flex_flow="row wrap", align_items="center")
        talk = ipw.VBox(
            [
                scrolled,
                ipw.HBox([self.text, self.send]),
                ipw.HBox(self.suggestions, layout=wrap),
                self.status,
                ipw.HBox([self.plan, self.new], layout=wrap),
            ],
            layout=ipw.Layout(flex="3 1 380px", min_width="0"),
        )
        seen = ipw.VBox(
            [self.calls, self.handoff], layout=ipw.Layout(flex="2 1 260px", min_width="0")
        )
        row = ipw.HBox([talk, seen], layout=ipw.Layout(flex_flow="row wrap", grid_gap="0 20px"))
        return ipw.VBox(
            [self.picture, row, self.table], layout=ipw.Layout(max_width="960px", overflow="hidden")
        )


def _classed(widget: Any, name: str) -> Any:
    widget.add_class(name)
    return widget


def _text() -> Any:
    # With continuous_update, a slow connection could deliver Enter before the last letters.
    return ipw.Text(
        description="What do you say?",
        continuous_update=False,
        style={"description_width": "initial"},
        layout=ipw.Layout(flex="1 1 auto", width="auto"),
    )


def _button(words: str) -> Any:
    return ipw.Button(description=words, layout=ipw.Layout(width="auto"))


def _menu(plans: Sequence[str], first: str) -> Any:
    return ipw.Dropdown(
        options=list(plans),
        value=first,
        description="What goes wrong?",
        style={"description_width": "initial"},
        layout=ipw.Layout(width="auto"),
    )
