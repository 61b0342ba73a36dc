"""The booking dialogue on pipecat-flows: a node per state, whose functions a language model calls.

In the place of the model stands `plain.hear`: it picks the function that the utterance calls for.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from loguru import logger

logger.remove()  # it would write a line of every step

from pipecat.frames.frames import (  # noqa: E402
    FunctionCallFromLLM,
    FunctionCallResultProperties,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMMessagesAppendFrame,
    LLMSetToolsFrame,
    LLMTextFrame,
)
from pipecat.pipeline.pipeline import Pipeline  # noqa: E402
from pipecat.pipeline.worker import PipelineWorker  # noqa: E402
from pipecat.processors.aggregators.llm_context import LLMContext  # noqa: E402
from pipecat.processors.aggregators.llm_response_universal import (  # noqa: E402
    LLMContextAggregatorPair,
)
from pipecat.services.llm_service import FunctionCallParams, LLMService  # noqa: E402
from pipecat.workers.runner import WorkerRunner  # noqa: E402
from pipecat_flows import FlowManager, FlowsFunctionSchema, NodeConfig  # noqa: E402

from turns import plain  # noqa: E402
from voicekit.clinic import ToolError, ToolTimeout  # noqa: E402

Outcome = tuple[dict[str, str], NodeConfig | None]  # for the model; the node that is next


async def tell(heard: dict[str, Any], flow: FlowManager) -> Outcome:
    """Fill the slots, and go to the node of the first gap."""
    known = flow.state
    known["missed"] = False
    changed = {slot: heard[slot] for slot in plain.SLOTS if heard[slot] not in (None, known[slot])}
    if "day" in changed:
        changed["offered"] = None
    if flow.current_node == "CONFIRM" and heard["intent"] == "no" and not changed:
        changed["time"] = None
    known.update(changed)
    return _gap(known)


async def agree(_: dict[str, Any], flow: FlowManager) -> Outcome:
    """Book."""
    known = flow.state
    try:
        known["api"].book(*(known[slot] for slot in plain.SLOTS))
    except ToolError:
        known["time"] = known["offered"] = None
        return _gap(known)
    except ToolTimeout:
        return _hand_off("tool_failure", known)
    return {"status": "booked"}, _node("DONE", plain.THANKS)


async def get_person(_: dict[str, Any], flow: FlowManager) -> Outcome:
    """Hand off to a person."""
    return _hand_off("user_request", flow.state)


async def say_again(_: dict[str, Any], flow: FlowManager) -> Outcome:
    """Ask once to repeat, stay in the node; the second time, hand off."""
    if flow.state["missed"]:
        return _hand_off("not_understood", flow.state)
    flow.state["missed"] = True
    return {"say": plain.PARDON}, None


async def answer_aside(_: dict[str, Any], flow: FlowManager) -> Outcome:
    """Answer, and stay in the node."""
    flow.state["missed"] = False
    return {"say": plain.ASIDE}, None


def _gap(known: dict[str, Any]) -> Outcome:
    if known["day"] and known["offered"] is None:
        known["offered"] = plain.search(known["api"], known["day"], known["sleep"])
        if known["offered"] is None:
            return _hand_off("tool_failure", known)
    state, say = plain.question(known)
    return {"status": "noted"}, _node(state, say, AGREE if state == "CONFIRM" else TELL)


def _hand_off(reason: str, known: dict[str, Any]) -> Outcome:
    known["handoff"] = plain.handed_off(reason, known)
    return {"status": reason}, _node("HANDOFF", plain.PERSON)


def _node(name: str, say: str, functions: Sequence[FlowsFunctionSchema] = ()) -> NodeConfig:
    message = {"role": "developer", "content": say}
    return {"name": name, "task_messages": [message], "functions": list(functions)}


def _function(handler: Callable[..., Any], *slots: str) -> FlowsFunctionSchema:
    said = {slot: {"type": "string"} for slot in slots}
    return FlowsFunctionSchema(handler.__name__, str(handler.__doc__), said, [], handler)


TELL = [_function(tell, "intent", *plain.SLOTS)]
AGREE = [*TELL, _function(agree)]
EVERYWHERE = [_function(get_person), _function(say_again), _function(answer_aside)]


def choose(text: str, state: str) -> tuple[str, dict[str, Any]]:
    """Return the function to be called and its arguments: what a model would have to find out."""
    heard = plain.hear(text, state)
    by_intent = {"human": "get_person", "unknown": "say_again"}
    by_intent |= {"cancel": "answer_aside", "hours": "answer_aside"}
    if state == "CONFIRM":
        by_intent["yes"] = "agree"
    name = by_intent.get(heard["intent"], "tell")
    return name, heard if name == "tell" else {}


class Alone:
    """A flow manager and nothing else: this object stands in for the rest of the pipeline."""

    has_function_calls_in_progress = False

    @classmethod
    async def new(cls, api: Any, sleep: Callable[[float], object]) -> "Alone":
        self = cls()
        self.flow = _flow(self, self, self, api, sleep)
        await self.flow.initialize(_node("LISTEN", "Greet the caller.", TELL))
        return self

    def __init__(self) -> None:
        self.flow: Any = None
        self.say = ""
        self.functions: dict[str, Callable[[FunctionCallParams], Any]] = {}

    @property
    def handoff(self) -> dict[str, Any] | None:
        return self.flow.state["handoff"]

    async def handle(self, text: str) -> dict[str, Any]:
        """Call the function that the utterance calls for, as the service of a model does."""
        api = self.flow.state["api"]
        before = len(api.calls)
        name, arguments = choose(text, self.flow.current_node)
        call: Any = FunctionCallParams(name, "1", arguments, self, self, None, self.hear_of)
        await self.functions[name](call)
        return _answer(self.flow, self.say, api.calls[before:])

    async def hear_of(
        self, result: Mapping[str, str], *, properties: FunctionCallResultProperties
    ) -> None:
        """Take the function's result; then the flow goes to its next node."""
        self.say = result.get("say", "")
        if properties.on_context_updated:
            await properties.on_context_updated()

    # What a flow manager wants of a worker and of an aggregator.

    async def queue_frames(self, frames: Sequence[Any]) -> None:
        for frame in frames:
            if isinstance(frame, LLMMessagesAppendFrame):
                self.say = frame.messages[-1]["content"]
            elif isinstance(frame, LLMSetToolsFrame):
                self.functions = {one.name: one.handler for one in frame.tools.standard_tools}

    def assistant(self) -> "Alone":
        return self

    def set_reached_downstream_filter(self, _: Any) -> None:
        pass

    def event_handler(self, _: str) -> Callable[[Any], Any]:
        return lambda handler: handler


def _flow(
    worker: Any, llm: Any, aggregators: Any, api: Any, sleep: Callable[[float], object]
) -> FlowManager:
    flow = FlowManager(
        llm=llm, context_aggregator=aggregators, worker=worker, global_functions=EVERYWHERE
    )
    empty = dict.fromkeys((*plain.SLOTS, "offered", "handoff"))
    flow.state.update(empty, missed=False, api=api, sleep=sleep)
    return flow


def _answer(flow: FlowManager, say: str, calls: Sequence[Any]) -> dict[str, Any]:
    return {"say": say, "state": flow.current_node, "tool_calls": [call[0] for call in calls]}


class Chooser(LLMService):
    """The service of a model that is none: it calls what `choose` picks, and says what is due."""

    def __init__(self) -> None:
        super().__init__()
        self.state: Callable[[], str] = str
        self.said: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def process_frame(self, frame: Any, direction: Any) -> None:
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        last = frame.context.get_messages()[-1]
        if last["role"] == "user":
            name, arguments = choose(last["content"], self.state())
            call = FunctionCallFromLLM(name, "1", arguments, frame.context)
            await self.run_function_calls([call])
        else:
            await self._speak(last["content"])

    async def _speak(self, content: str) -> None:
        await self.push_frame(LLMFullResponseStartFrame())
        await self.push_frame(LLMTextFrame(content))
        await self.push_frame(LLMFullResponseEndFrame())
        self.said.set_result(content)


class Piped:
    """The same in a pipeline of pipecat's: aggregators, the service, a worker; no transport."""

    @classmethod
    async def new(cls, api: Any, sleep: Callable[[float], object]) -> "Piped":
        self = cls(api, sleep)
        await self.started.wait()
        await self.turn(self.flow.initialize(_node("LISTEN", "Greet the caller.", TELL)))
        return self

    def __init__(self, api: Any, sleep: Callable[[float], object]) -> None:
        self.llm = Chooser()
        pair = LLMContextAggregatorPair(LLMContext())
        self.worker = PipelineWorker(Pipeline([pair.user(), self.llm, pair.assistant()]))
        self.flow = _flow(self.worker, self.llm, pair, api, sleep)
        self.llm.state = lambda: str(self.flow.current_node)
        self.started = asyncio.Event()
        self.worker.add_event_handler("on_pipeline_started", self._note_started)
        self.running = asyncio.create_task(self._run())

    async def _note_started(self, *_: Any) -> None:
        self.started.set()

    async def _run(self) -> None:
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(self.worker)
        await runner.run()

    @property
    def handoff(self) -> dict[str, Any] | None:
        return self.flow.state["handoff"]

    async def turn(self, beginning: Any) -> str:
        """Begin a turn; return what is said at its end."""
        self.llm.said = asyncio.get_running_loop().create_future()
        await beginning
        return await self.llm.said

    async def handle(self, text: str) -> dict[str, Any]:
        """Put the utterance into the pipeline and wait until the answer comes out of the model."""
        api = self.flow.state["api"]
        before = len(api.calls)
        message: Any = {"role": "user", "content": text}
        frame = LLMMessagesAppendFrame([message], run_llm=True)
        say = await self.turn(self.worker.queue_frames([frame]))
        return _answer(self.flow, say, api.calls[before:])

    async def end(self) -> None:
        """Take the pipeline down."""
        await self.worker.cancel()
        await self.running
