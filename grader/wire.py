"""What passes between the grader and a learner's process: one JSON object a line, each capped."""

import contextlib
import json
from typing import Any, BinaryIO

Message = dict[str, Any]
MAX_LINE_BYTES = 1_000_000


class Garbled(Exception):
    """The other side wrote something that is no message. Nothing can be said about the rest."""


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


# Bound here, once: what learner code does to the module `json` later changes nothing.
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode
_decode = json.JSONDecoder(parse_constant=_no_constant).decode


class Channel:
    r"""Messages over two byte streams.

    Example:
        >>> import io
        >>> sent = io.BytesIO()
        >>> Channel(sent, sent).send({"user": "yes"})
        >>> sent.getvalue()
        b'{"user":"yes"}\n'
    """

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, message: Message) -> None:
        """Send a message. Raises OSError where nobody listens any more."""
        self._writer.write(_encode(message).encode("ascii") + b"\n")
        self._writer.flush()

    def receive(self) -> Message:
        """Wait for the next message.

        Raises:
            EOFError: the other side is gone.
            Garbled: what came is no JSON object, or longer than `MAX_LINE_BYTES`.
        """
        line = self._reader.readline(MAX_LINE_BYTES)
        if not line:
            raise EOFError
        if not line.endswith(b"\n"):
            raise Garbled(f"a line of {len(line)} bytes without an end")
        try:
            message = _decode(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise Garbled(str(error)) from None
        if not isinstance(message, dict):
            raise Garbled("no object")
        return message

    def close(self) -> None:
        """Close both streams; what could not be sent is lost."""
        for stream in (self._reader, self._writer):
            with contextlib.suppress(OSError):
                stream.close()
