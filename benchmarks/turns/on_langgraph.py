"""The booking dialogue on LangGraph: `interrupt` waits for the caller, a saver keeps the slots."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from turns import plain
from voicekit.clinic import ToolError, ToolTimeout


class Booking(TypedDict, total=False):
    """What is saved of a call after each step."""

    text: str
    say: str
    state: str
    day: str | None
    time: str | None
    name: str | None
    offered: list[str] | None
    missed: bool
    handoff: dict[str, Any] | None


@dataclass(frozen=True)
class Desk:
    """What a call needs that can't be saved."""

    api: Any
    sleep: Callable[[float], object]


Step = Literal["listen", "search", "ask", "book", "__end__"]
FRESH: Booking = {"state": "LISTEN", "day": None, "time": None, "name": None, "offered": None}


def listen(state: Booking) -> Booking:
    """Wait for the caller. Resumed, a node runs again from its start: so nothing else is in it."""
    return {"text": interrupt(state["say"])}


def hear(state: Booking) -> Command[Step]:
    """Fill the slots, and decide what is next."""
    heard = plain.hear(state["text"], state["state"])
    intent = heard["intent"]
    if intent == "human":
        return hand_off("user_request", state)
    if intent == "unknown":
        if state.get("missed"):
            return hand_off("not_understood", state)
        return Command(goto="listen", update={"missed": True, "say": plain.PARDON})
    update: dict[str, Any] = {"missed": False}
    if intent in ("cancel", "hours"):
        return Command(goto="listen", update={**update, "say": plain.ASIDE})
    if state["state"] == "CONFIRM" and intent == "yes":
        return Command(goto="book", update=update)
    changed = {s: heard[s] for s in plain.SLOTS if heard[s] and heard[s] != state.get(s)}
    if "day" in changed:
        changed["offered"] = None
    if state["state"] == "CONFIRM" and intent == "no" and not changed:
        changed["time"] = None
    known = {**state, **changed}
    needed = known["day"] and known["offered"] is None
    return Command(goto="search" if needed else "ask", update={**update, **changed})


def search(state: Booking, runtime: Runtime[Desk]) -> Command[Step]:
    """Look up the free times, in a step of its own, so that no resuming repeats it."""
    free = plain.search(runtime.context.api, str(state["day"]), runtime.context.sleep)
    if free is None:
        return hand_off("tool_failure", state)
    return Command(goto="ask", update={"offered": free})


def ask(state: Booking) -> Booking:
    """Ask for the first gap, or read back."""
    where, say = plain.question(state)
    return {"state": where, "say": say}


def book(state: Booking, runtime: Runtime[Desk]) -> Command[Step]:
    """Send the booking, once."""
    try:
        runtime.context.api.book(state["day"], state["time"], state["name"])
    except ToolError:
        return Command(goto="search", update={"time": None, "offered": None})
    except ToolTimeout:
        return hand_off("tool_failure", state)
    return Command(goto=END, update={"state": "DONE", "say": plain.THANKS})


def hand_off(reason: str, state: Booking) -> Command[Step]:
    """End the call: a person takes over."""
    told = plain.handed_off(reason, state)
    return Command(goto=END, update={"state": "HANDOFF", "say": plain.PERSON, "handoff": told})


def _graph() -> Any:
    graph = StateGraph(Booking, context_schema=Desk)
    for node in (listen, hear, search, ask, book):
        graph.add_node(node)
    graph.add_edge(START, "hear")
    graph.add_edge("listen", "hear")
    graph.add_edge("ask", "listen")
    return graph.compile(checkpointer=InMemorySaver())


GRAPH = _graph()  # one for all calls: each is a thread of its own
NUMBERS = itertools.count()


class VoiceAgent:
    """A thread of the graph."""

    durability: Literal["sync", "async", "exit"] | None = None  # as shipped

    def __init__(self, api: Any, sleep: Callable[[float], object]) -> None:
        self.desk = Desk(api, sleep)
        self.config = {"configurable": {"thread_id": str(next(NUMBERS))}}
        self.saved: dict[str, Any] = {}

    @property
    def handoff(self) -> dict[str, Any] | None:
        return self.saved.get("handoff")

    def handle(self, text: str) -> dict[str, Any]:
        """Begin the graph with the first utterance, and resume it with each further one."""
        before = len(self.desk.api.calls)
        said: Any = Command(resume=text) if self.saved else {**FRESH, "text": text}
        self.saved = GRAPH.invoke(said, self.config, context=self.desk, durability=self.durability)
        calls = [call[0] for call in self.desk.api.calls[before:]]
        return {"say": self.saved["say"], "state": self.saved["state"], "tool_calls": calls}


class SavedAtExit(VoiceAgent):
    """The same, saved once at the end of each turn."""

    durability = "exit"


def forget(agent: VoiceAgent) -> None:
    """Drop what the saver holds of a call that is over."""
    GRAPH.checkpointer.delete_thread(agent.config["configurable"]["thread_id"])
