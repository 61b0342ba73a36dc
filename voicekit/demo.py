"""Play the nine scenarios on an agent: who said what, and what the tools did.

Nothing is judged here, and nothing waits: what the agent would have waited is only written down.
"""

import argparse
import io
import itertools
import os
import sys
import textwrap
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, NoReturn, TextIO

from voicekit import scenarios, trace

FINISHED = Path(__file__).parents[1] / "solutions" / "agent.py"
MODULE = "agent_in_demo"
WIDTH = 79
BOLD, CYAN, RED = "1", "36", "31"  # never alone: the words say it too
COMES_TO = {
    "ok": "works",
    "timeout": "gets no answer",
    "taken": "is refused",
    "error": "loses its connection",
}


class NoAgent(Exception):
    """What was given cannot be played. The text is for the agent's author."""


class Screen:
    """Lines of at most `WIDTH` columns, in colour where the reader can see colour.

    Args:
        out: where the lines go.
        environ: with any text as `NO_COLOR` there is no colour.
    """

    def __init__(self, out: TextIO, environ: Mapping[str, str] = os.environ) -> None:
        self._out = out
        self._colour = out.isatty() and not environ.get("NO_COLOR")

    def show(self, label: str, text: str, colour: str = "") -> None:
        """Print `text` beside its label, broken at blanks."""
        for part in textwrap.wrap(text, WIDTH - len(label)):
            painted = f"\x1b[{colour}m{part}\x1b[0m" if colour and self._colour else part
            print(label + painted, file=self._out)
            label = " " * len(label)

    def show_as_is(self, text: str) -> None:
        """Print lines that must not be broken: a traceback, or nothing, for an empty line."""
        print(text, file=self._out)


def plan_in_words(plan: Mapping[str, Sequence[str]]) -> str:
    """Return what goes wrong in a scenario.

    Example:
        >>> plan_in_words({"find_slots": ["timeout", "timeout", "ok"]})
        'find_slots gets no answer (2 times), then works'
        >>> plan_in_words({})
        'every tool works'
    """
    sentences = []
    for tool, outcomes in plan.items():
        parts = []
        for outcome, run in itertools.groupby(outcomes):
            count = len(list(run))
            parts.append(COMES_TO[outcome] + (f" ({count} times)" if count > 1 else ""))
        sentences.append(f"{tool} {', then '.join(parts)}")
    return "; ".join(sentences) or "every tool works"


def agent_file(path: Path) -> Path:
    """Return the file to play: `path`, or the agent.py in it.

    Raises:
        NoAgent: there is none.
    """
    file = path / "agent.py" if path.is_dir() else path
    if not file.is_file():
        raise NoAgent(
            f"agent: expected a Python file, got {str(file)!r}, where there is none. "
            "Name yours: python -m voicekit.demo AGENT.PY"
        )
    return file.resolve()


def load_agent(file: Path) -> Callable[..., Any]:
    """Return the `VoiceAgent` of a file.

    Raises:
        NoAgent: the file does not run, or has no such class.
    """
    module = types.ModuleType(MODULE)
    module.__file__ = str(file)
    sys.modules[MODULE] = module  # where dataclasses look for it
    sys.path.insert(0, str(file.parent))
    try:
        SourceFileLoader(MODULE, str(file)).exec_module(module)
    except (Exception, SystemExit) as error:
        raise NoAgent(f"{file.name} does not run.\n{own_frames(error, file)}") from None
    agent = getattr(module, "VoiceAgent", None)
    if not isinstance(agent, type):
        classes = [n for n, v in vars(module).items() if getattr(v, "__module__", "") == MODULE]
        got = ", ".join(classes) or "nothing of its own"
        raise NoAgent(f"{file.name}: expected a class VoiceAgent, got {got}. Check its name.")
    return agent


def own_frames(error: BaseException, file: Path) -> str:
    """Return an error's traceback with the frames of the agent's own folder only."""
    told = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException | None] = [told]
    for link in chain:  # grows while it is walked
        if link:
            own = [frame for frame in link.stack if Path(frame.filename).parent == file.parent]
            link.stack = traceback.StackSummary.from_list(own)
            chain += [link.__cause__, link.__context__]
    return "".join(told.format() if told.stack else told.format_exception_only()).rstrip()


def play(make_agent: Callable[..., Any], scenario: scenarios.Scenario, screen: Screen) -> None:
    """Play a scenario with a fresh agent and show each turn as it comes.

    Raises:
        As `trace.Conversation.say`: the scenario ends there.
    """
    conversation = trace.Conversation(make_agent, scenario.clinic(), scenario.name)
    for turn in scenario.turns:
        screen.show("  caller: ", turn.user)
        show_answer(conversation.say(turn.user), screen)


def show_answer(turn: trace.Turn, screen: Screen) -> None:
    """Show what the agent said and did in a turn."""
    screen.show("  agent:  ", str(turn.row["say"]) or "(says nothing)", BOLD)
    notes = []
    if tools := [f"{name} ({outcome})" for name, _, outcome in turn.calls]:
        notes.append("tools: " + ", ".join(tools))
    if waited := [f"{seconds} s" for seconds in turn.waits]:
        notes.append("waits " + ", ".join(waited))
    screen.show("          ", f"[{turn.row['state']}]  " + "; ".join(notes), CYAN)
    if turn.row["state"] == "HANDOFF":
        screen.show("          ", f"handoff: {in_words(turn.handoff)}", CYAN)


def in_words(handoff: Any) -> str:
    """Return what the person who takes over is told.

    Example:
        >>> in_words({"reason": "user_request", "summary": {"day": "friday", "time": None}})
        'user_request (day friday)'
    """
    try:
        known = [f"{slot} {value}" for slot, value in handoff["summary"].items() if value]
        return f"{handoff['reason']} ({', '.join(known) or 'nothing known'})"
    except (TypeError, KeyError, AttributeError):
        return repr(handoff)


class Parser(argparse.ArgumentParser):
    """A parser that ends with 64 on wrong usage, as the grader does."""

    def error(self, message: str) -> NoReturn:
        self.exit(64, f"{message}\n{self.format_usage()}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, 1 (a scenario ended in an error) or 2 (no agent to play)."""
    nine = scenarios.load()
    parser = Parser(prog="python -m voicekit.demo", description=__doc__)
    parser.add_argument(
        "agent",
        metavar="AGENT.PY",
        type=Path,
        nargs="?",
        default=FINISHED,
        help="what to play: a file, or a folder with an agent.py (default: the finished agent)",
    )
    parser.add_argument("--scenario", metavar="NAME", help="play only this one")
    given = parser.parse_args(arguments)
    chosen = [scenario for scenario in nine if given.scenario in (None, scenario.name)]
    if not chosen:
        names = ", ".join(scenario.name for scenario in nine)
        parser.error(f"--scenario: expected one of {names}; got {given.scenario!r}")

    screen = Screen(sys.stdout)
    failed = []
    try:
        file = agent_file(given.agent)
        make_agent = load_agent(file)
    except NoAgent as problem:
        print(problem, file=sys.stderr)
        return 2
    for scenario in chosen:
        screen.show("", f"{scenario.name}: {plan_in_words(scenario.plan)}", BOLD)
        try:
            play(make_agent, scenario, screen)
        except trace.NoAnswer as problem:
            failed.append(scenario.name)
            screen.show("  error:  ", str(problem), RED)
        except (Exception, SystemExit) as error:
            failed.append(scenario.name)
            screen.show_as_is(textwrap.indent(own_frames(error, file), "  "))
        screen.show_as_is("")
    if failed:
        screen.show("", f"Ended in an error: {', '.join(failed)}.", RED)
    return 1 if failed else 0


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):  # a terminal may not know every letter
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # the reader has seen enough, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
