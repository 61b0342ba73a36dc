"""The phone panel: talk to an agent, and watch its states, calls and waits."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from voicekit.clinic import ClinicAPI
from voicekit.lab import shipped
from voicekit.trace import Conversation, Event
from voicekit.widgets import sheets
from voicekit.widgets.plans import SUGGESTED, Plan, with_own
from voicekit.widgets.states import show_states
from voicekit.widgets.trouble import in_a_sentence

WAITING = "Write what the caller says, then press Enter."


def phone(
    make_agent: Callable[..., Any] | None = None,
    *,
    plan: Mapping[str, Sequence[str]] | None = None,
    say: Sequence[str] = (),
) -> "Phone":
    """Return the phone panel; as a cell's last line it is shown.

    Args:
        make_agent: called as `make_agent(api, sleep=…)` for each new call; by default the
            finished agent. Its waits cost no time.
        plan: what the tools do at first; the menu offers more. By default all of them work.
        say: what the caller has said already.
    """
    panel = Phone(make_agent or finished_agent(), plan)
    for words in say:
        panel.say(words)
    return panel


def finished_agent() -> Callable[..., Any]:
    """Return the `VoiceAgent` that the lab ships, without a trace in `sys.modules` or path."""
    module = ModuleType("finished_agent")
    path = shipped.ROOT / "solutions" / "agent.py"
    module.__file__ = str(path)
    exec(compile(shipped.solution_source("agent.py"), str(path), "exec"), module.__dict__)
    agent: Callable[..., Any] = module.VoiceAgent
    return agent


class Phone:
    """A panel to talk to an agent. `phone()` makes one.

    Args:
        make_agent: called as `make_agent(api, sleep=…)` for each new call.
        plan: what the tools do in the first call.

    Attributes:
        parts: the widgets; `parts.box` holds them all.
    """

    def __init__(self, make_agent: Callable[..., Any], plan: Plan | None = None) -> None:
        from voicekit.widgets.parts import Parts

        self._make_agent = make_agent
        self._plans, first = with_own(plan)
        self.parts = Parts(list(self._plans), first)
        self._due = False  # whether Enter or Send was pressed, and the words are on their way
        self._listen()
        self.new_call()

    def __repr__(self) -> str:
        return "A phone to call the agent with. Run this cell in JupyterLab to talk to it."

    def _ipython_display_(self) -> None:
        self.parts.show(repr(self))

    def say(self, words: str) -> None:
        """Say something to the agent, as if it had been written into the panel."""
        words = words.strip()
        self.parts.text.value = ""
        if not words:
            self.parts.status.value = sheets.note("Nothing was said. " + WAITING)
            return
        self.parts.status.value = ""
        self._turn += 1
        self.parts.add(sheets.line("Caller", words))
        self._answer(words)
        self._suggest()

    def new_call(self) -> None:
        """Hang up, and call again: a fresh agent, and tools that do what the menu says."""
        self._turn = 0
        self._events: list[tuple[int, Event]] = []
        self._conversation: Conversation | None = None
        name = self.parts.plan.value
        self.parts.clear()
        self.parts.add(sheets.note(f"A new call. What goes wrong: {name}."))
        try:
            api = ClinicAPI(self._plans[name])
            self._conversation = Conversation(self._make_agent, api)
        except (Exception, SystemExit) as error:
            self.parts.add(sheets.line("Error", in_a_sentence(error)))
        self._show(table=True)
        self._suggest()

    def _answer(self, words: str) -> None:
        if self._conversation is None:
            self.parts.add(sheets.note("There is no agent to answer. Mend it, then: New call."))
            return
        before = len(self._conversation.events)
        handoff = None
        try:
            turn = self._conversation.say(words)
            handoff = turn.handoff
            said = str(turn.row["say"]) or "(says nothing)"
            self.parts.add(sheets.line("Agent", said, sheets.remark_on(turn)))
        except (Exception, SystemExit) as error:
            self.parts.add(sheets.line("Error", in_a_sentence(error)))
        self._events += [(self._turn, event) for event in self._conversation.events[before:]]
        self._show(handoff=handoff)

    def _show(self, handoff: Any = None, table: bool = False) -> None:
        """Show the state, the calls and the hand-off. The arrows change with the agent only."""
        if self._conversation is not None:
            figure = show_states(self._conversation.agent, folded=True)
            notes = "".join(map(sheets.note, figure.notes))
            self.parts.picture.value = figure.picture() + notes
            if table:
                self.parts.table.value = figure.table()
        self.parts.calls.value = sheets.calls(self._events)
        self.parts.handoff.value = sheets.handoff(handoff)

    def _suggest(self) -> None:
        agent = self._conversation.agent if self._conversation else None
        state = getattr(agent, "state", None)
        self.parts.suggest(SUGGESTED.get(state, ()) if isinstance(state, str) else ())

    def _listen(self) -> None:
        parts = self.parts
        parts.text.on_msg(self._on_enter)
        parts.text.observe(self._on_words, "value")
        parts.send.on_click(self._on_send)
        parts.new.on_click(self._on_new)
        parts.plan.observe(self._on_plan, "value")
        for button in parts.suggestions:
            button.on_click(lambda pressed: self._say_and_return(pressed.description))

    def _say_and_return(self, words: str) -> None:
        self._due = False
        self.say(words)
        self.parts.text.focus()

    def _on_send(self, _: Any) -> None:
        """Say what was written. While the kernel is busy, a press overtakes the words."""
        words = self.parts.text.value
        self._say_and_return(words)
        self._due = not words.strip()

    def _on_enter(self, _: Any, content: Mapping[str, Any], __: Any) -> None:
        """Note that Enter was pressed: the browser tells so before it sends the words.

        Words that are there already were left there; whether they were changed since is not known.
        """
        if content.get("event") == "submit":
            self._due = True
            if self.parts.text.value:
                self.parts.status.value = sheets.note("To say that, press Send.")

    def _on_words(self, change: Mapping[str, Any]) -> None:
        if self._due and change["new"]:
            self._say_and_return(change["new"])

    def _on_new(self, _: Any) -> None:
        self.new_call()
        self.parts.status.value = ""
        self.parts.text.focus()

    def _on_plan(self, change: Mapping[str, Any]) -> None:
        """Begin anew where nothing was said yet; never take a conversation away."""
        if self._turn == 0:
            self.new_call()
        else:
            self.parts.status.value = sheets.note("For what you chose, press New call.")
