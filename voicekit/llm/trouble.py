"""Why a language model gave no answer that can be used, and what the caller then knows.

LLMError
├── NotReached      nobody got the question
├── NoAnswer        time is up: it may have been read, and may still be worked on
├── Lost            the connection broke: it may have been read
├── Refused         it was read, and turned down
├── CutShort        it was answered, but the answer stops in the middle
├── NotUnderstood   something came back that is no answer of a language model
└── NotRecorded     nobody was asked, and the file of recorded replies does not have it

A question changes nothing, so each of them may be asked again. With a tool that books, that would
be different: see `voicekit.errors`.
"""

import reprlib

_short = reprlib.Repr()
_short.maxstring = 80


class LLMError(Exception):
    """There is no usable answer. The caller knows more from the subclass; nothing was changed."""

    def _render_traceback_(self) -> list[str]:
        """Be a sentence in a notebook: the way it took through the lab helps nobody."""
        return [str(self)]


class NotReached(LLMError):
    """Nobody got the question. The caller knows: it was not read, and no answer will come."""


class NoAnswer(LLMError):
    """Time is up. The caller knows *nothing* of the question: it may still be worked on.

    A server that works on one question at a time may let the next one wait.
    """


class Lost(LLMError):
    """The connection broke before the whole answer was there.

    The caller knows: the answer is gone. The question may have been read; the server may be dead.
    """


class Refused(LLMError):
    """The server turned the question down. The caller knows: it was read and not worked on.

    Attributes:
        status: the HTTP status. With 4xx but 408 and 429 the same question is refused again; with
            those and 5xx it may pass later.
    """

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


class CutShort(LLMError):
    """The answer stops in the middle: `max_tokens` were used up.

    The caller knows: the same question with the same `max_tokens` may stop there again.

    Attributes:
        text: what there is of the answer.

    Example:
        >>> print(CutShort('{"intent": "bo', max_tokens=6))
        answer: expected a whole one, got '{"intent": "bo', cut at max_tokens=6. Allow more tokens.
    """

    def __init__(self, text: str, max_tokens: int) -> None:
        super().__init__(
            f"answer: expected a whole one, got {_short.repr(text)}, cut at "
            f"max_tokens={max_tokens}. Allow more tokens."
        )
        self.text = text


class NotUnderstood(LLMError):
    """What came back is no answer of a language model.

    The caller knows: something listens at that address, and it is probably something else.

    Example:
        >>> print(NotUnderstood("a chat completion", "<html>It works!</html>", "Check the URL."))
        answer: expected a chat completion, got '<html>It works!</html>'. Check the URL.
    """

    def __init__(self, expected: str, got: object, next_step: str = "") -> None:
        text = f"answer: expected {expected}, got {_short.repr(got)}. {next_step}"
        super().__init__(text.rstrip())


class NotRecorded(LLMError):
    """The recorded replies do not have this question. The caller knows: nobody was asked."""
