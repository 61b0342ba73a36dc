"""The engines by name. To load one is to import it: that takes what it takes."""

from collections.abc import Callable

from turns.playing import Engine


def _plain() -> Engine:
    from turns.plain import VoiceAgent

    return Engine(VoiceAgent)


def _ours() -> Engine:
    from solutions.agent import VoiceAgent

    return Engine(VoiceAgent)


def _statemachine() -> Engine:
    from turns.on_statemachine import VoiceAgent

    return Engine(VoiceAgent)


def _langgraph() -> Engine:
    from turns.on_langgraph import VoiceAgent, forget

    return Engine(VoiceAgent, forget)


def _langgraph_exit() -> Engine:
    from turns.on_langgraph import SavedAtExit, forget

    return Engine(SavedAtExit, forget)


def _flows() -> Engine:
    from turns.on_flows import Alone

    return Engine(Alone.new, is_async=True)


def _flows_pipeline() -> Engine:
    from turns.on_flows import Piped

    return Engine(Piped.new, Piped.end, is_async=True)


ENGINES: dict[str, Callable[[], Engine]] = {
    "plain": _plain,
    "ours": _ours,
    "statemachine": _statemachine,
    "langgraph": _langgraph,
    "langgraph_exit": _langgraph_exit,
    "flows": _flows,
    "flows_pipeline": _flows_pipeline,
}
