"""The learner's side of a dialogue: an agent, and stubs of the clinic and of `sleep`.

Every call and every wait is a message to the grader, which answers it and alone keeps the log.
`api.calls` here is a copy for the learner to look at.
"""

import contextlib
import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.child import ContractBroken, trouble
from grader.plain import OTHER, plain, type_name
from grader.threads import Threads
from grader.wire import Channel, Message
from voicekit.clinic import TOOLS, ClinicAPI, ToolError, ToolTimeout

REASON_AND_SUMMARY, SLOTS = ("reason", "summary"), ("day", "time", "name")
RAISED: dict[str, type[Exception]] = {
    "ToolTimeout": ToolTimeout,
    "ToolError": ToolError,
    "ConnectionError": ConnectionError,
    "ValueError": ValueError,
}


class Line:
    """The line to the grader, one question at a time, whatever thread asks."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self.in_turn = False

    def ask(self, question: Message) -> Message:
        """Return the grader's answer."""
        with self._lock:
            self._channel.send({**question, "in_turn": self.in_turn})
            return self._channel.receive()


class RemoteClinic(ClinicAPI):
    """A `ClinicAPI` whose tools are the grader's."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.calls = []
        self.bookings = []
        self.texts = []

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"an agent sees the clinic's tools and its log, not `{name}`")

    def __deepcopy__(self, memo: object) -> "RemoteClinic":
        return self  # there is one clinic


def _remote(name: str) -> Callable[..., Any]:
    signature = inspect.signature(getattr(ClinicAPI, name))
    carry_out = getattr(
        ClinicAPI, name
    ).__wrapped__  # what the clinic does when a call gets through

    @wraps(getattr(ClinicAPI, name))
    def call(self: RemoteClinic, /, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        arguments = bound.args[1:]
        answer = self._line.ask({"call": name, "args": plain(arguments)})
        if isinstance(self.calls, list):  # a learner may have put something else there
            self.calls.append((name, arguments, answer["outcome"]))
        if TOOLS[name][0] and answer["outcome"] in ("ok", "timeout"):
            with contextlib.suppress(Exception):
                carry_out(self, *arguments)  # so that `bookings` here is as it is there
        return _tuples(_value(answer))

    return call


def _value(answer: Message) -> Any:
    """Return what the grader answered, or raise what it says was raised."""
    if "raise" in answer:
        raise RAISED[answer["raise"]](answer["text"])
    return answer["answer"]


def _tuples(value: Any) -> Any:
    """Return rows as tuples again: JSON has only lists."""
    if isinstance(value, list):
        return [tuple(item) if isinstance(item, list) else item for item in value]
    return value


for _name in TOOLS:
    setattr(RemoteClinic, _name, _remote(_name))


def serve(channel: Channel, module: ModuleType, folder: Path, settle_s: float) -> None:
    """Do as the grader says: "begin" builds an agent, "turn" lets it answer, "settle" waits."""
    line = Line(channel)
    agent = None
    threads = Threads()
    while True:
        try:
            request = channel.receive()
        except EOFError:
            return
        try:
            if request["do"] == "begin":
                agent = _agent(module, line)
                threads.note()
                answer: Message = {"begun": True}
            elif request["do"] == "turn":
                answer = {"turn": _turn(agent, request["user"], line)}
                answer |= {"threads": threads.alive(), "new_threads": threads.new()}
            else:
                threads.settle(settle_s, old_ones_too=request["all"])
                answer = {"settled": True}
        except BaseException as error:  # learner code may raise anything
            answer = {"trouble": trouble(error, folder)}
        channel.send(answer)


def _agent(module: ModuleType, line: Line) -> Any:
    def sleep(seconds: float) -> None:
        if not isinstance(seconds, (int, float)):  # as time.sleep does
            raise TypeError(f"sleep takes seconds as a number, not {type(seconds).__name__}")
        _value(line.ask({"sleep": float(seconds)}))

    if not hasattr(module, "VoiceAgent"):
        close = [name for name in vars(module) if "agent" in name.lower() and name[0] != "_"]
        raise ContractBroken("no_agent", ", ".join(close[:5]))
    try:
        inspect.signature(module.VoiceAgent).bind(object(), sleep=sleep)
    except TypeError as error:
        what = "VoiceAgent is a function: " if inspect.isfunction(module.VoiceAgent) else ""
        raise ContractBroken("signature", f"{what}{error}") from None
    except ValueError:  # no signature to be had: then calling it will tell
        pass
    agent = module.VoiceAgent(RemoteClinic(line), sleep=sleep)
    if not callable(getattr(agent, "handle", None)):
        raise ContractBroken("no_handle", ", ".join(n for n in dir(agent) if n[0] != "_"))
    return agent


def _turn(agent: Any, user: str, line: Line) -> Message:
    line.in_turn = True
    try:
        returned = agent.handle(user)
    finally:
        line.in_turn = False
    return {"returned": plain(returned), "handoff": _handoff(agent)}


def _handoff(agent: Any) -> Any:
    """Return `agent.handoff` as plain JSON, also where it is an object with those attributes."""
    try:
        handoff: Any = getattr(agent, "handoff", None)
    except Exception as error:  # a property may do anything
        return {OTHER: f"property that raises {type_name(error)}"}
    try:
        return plain(_as_mapping(handoff, REASON_AND_SUMMARY, {"summary": SLOTS}))
    except Exception as error:
        return {OTHER: f"object that raises {type_name(error)}"}


def _as_mapping(value: Any, names: Sequence[str], inner: Mapping[str, Sequence[str]]) -> Any:
    """Return an object that has one of these attributes as a dict of those it has."""
    if not isinstance(value, Mapping) and any(hasattr(value, name) for name in names):
        value = {name: getattr(value, name) for name in names if hasattr(value, name)}
    if isinstance(value, Mapping):
        return {key: _as_mapping(item, inner.get(key, ()), {}) for key, item in value.items()}
    return value
