"""A language model on this computer: `voice-llm up` starts it, `voicekit.llm` asks it."""

import argparse
import os
import signal
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TextIO

from voicekit.errors import BadInput
from voicekit.llm.endpoint import llm_folder
from voicekit.llm_server import model, process, state
from voicekit.llm_server.state import State
from voicekit.llm_server.trouble import Trouble

USAGE, INTERRUPTED = 64, 130
HEALTH_S = 2.0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\n{self.format_usage()}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1: it could not be done, or no server runs."""
    given = _parser().parse_args(arguments)
    try:
        with _terminable():
            folder = llm_folder().resolve()
            return int(given.do(folder, given))
    except (Trouble, BadInput, OSError) as error:
        _say(f"voice-llm: {error}", sys.stderr)
        return 1
    except KeyboardInterrupt:
        _say("voice-llm: interrupted; nothing was left behind.", sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("voice-llm", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    up = commands.add_parser("up", help="start it; it goes on in the background")
    up.add_argument("--port", type=_port, default=0, help="default: any that is free")
    up.add_argument("--model", type=Path, metavar="FILE", help="any GGUF file (default: the lab's)")
    up.set_defaults(do=_up)
    for name, do, told in (
        ("status", _status, "tell whether it runs: 0 yes, 1 no"),
        ("down", _down, "stop it"),
        ("pull", _pull, "get the model and its server, once: up to 130 MB"),
    ):
        commands.add_parser(name, help=told).set_defaults(do=do)
    return parser


def _port(text: str) -> int:
    if text.isdecimal() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected 0 to 65535, got {text!r}")


def _up(folder: Path, given: argparse.Namespace) -> int:
    file = model.checked(given.model) if given.model else None
    known, already = state.read(folder), "already "
    if not (known and known.url):
        file = file or model.find(folder)
        known, already = process.start(folder, file, given.port), ""
    if differs := _differs(known, file, given.port):
        got = f"{_short(known)} at {known.url}, which runs already"
        raise Trouble("server", expected=differs, got=got, next_step="voice-llm down, then up")
    _say(f"language model: {already}running ({_short(known)}). Stop it: voice-llm down")
    _mention_another()
    return 0


def _differs(known: State, file: Path | None, port: int) -> str:
    """Return what was asked for and is not what runs."""
    if file and str(file) != known.model:
        return file.stem
    return f"port {port}" if port and not str(known.url).endswith(f":{port}") else ""


def _status(folder: Path, _: argparse.Namespace) -> int:
    known = state.read(folder)
    if known is None:
        _say("language model: not running. Start it: voice-llm up")
        return 1
    healthy = known.url and _answers(known.url)
    word = "running" if healthy else "not answering" if known.url else "starting"
    _say(f"language model: {word} ({_short(known)})")
    _say(f"  url {known.url}, process {known.pid}, since {known.started}")
    _say(f"  log {folder / 'server.log'}")
    if word == "not answering":
        _say("  Start it anew: voice-llm down, then voice-llm up")
    _mention_another()
    return 0 if healthy else 1


def _down(folder: Path, _: argparse.Namespace) -> int:
    known = process.stop(folder)
    _say(f"language model: {'stopped' if known else 'not running'}.")
    return 0


def _pull(folder: Path, _: argparse.Namespace) -> int:
    model.pull(folder, _say)
    return 0


def _short(known: State) -> str:
    return Path(known.model).stem


def _answers(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/health", timeout=HEALTH_S) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _mention_another() -> None:
    if os.environ.get("VOICE_LLM_URL"):
        _say("  VOICE_LLM_URL is set, so voicekit.llm asks that server, not this one.")


def _say(text: str, out: TextIO | None = None) -> None:
    # A terminal that can't show a character must not cost the message.
    out = out or sys.stdout
    encoding = out.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=out, flush=True)


@contextmanager
def _terminable() -> Iterator[None]:
    """Take SIGTERM as Ctrl-C, so that a start that is under way is undone."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
