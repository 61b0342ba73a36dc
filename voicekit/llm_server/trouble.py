"""Why `voice-llm` could not do what it was asked."""

from collections.abc import Sequence


class Trouble(Exception):
    """It could not be done. The caller knows: no new server runs, and no new file counts.

    Args:
        log: lines of a log that tell more.

    Example:
        >>> print(Trouble("model", expected="a file", got="none", next_step="voice-llm pull"))
        model: expected a file, got none. Next: voice-llm pull
    """

    def __init__(
        self, what: str, *, expected: str, got: str, next_step: str, log: Sequence[str] = ()
    ) -> None:
        text = f"{what}: expected {expected}, got {got}. Next: {next_step}"
        super().__init__("\n  ".join([text, *log]))
