"""What the lab raises itself: always what was expected, what came, and what to do next.

ValueError
└── BadInput     a value the lab was given and cannot use: nothing was done

Exception
├── ToolTimeout  no answer came: the call may or may not have been carried out
└── ToolError    the tool refused: the call was not carried out
"""

import reprlib

_short = reprlib.Repr()
_short.maxstring = _short.maxother = 80


class BadInput(ValueError):
    """A value that cannot be used. The caller knows: nothing was done, nothing was changed.

    Example:
        >>> print(BadInput("day", expected="a weekday such as 'monday'", got="Mon"))
        day: expected a weekday such as 'monday', got 'Mon'
    """

    def __init__(self, what: str, *, expected: str, got: object, next_step: str = "") -> None:
        text = f"{what}: expected {expected}, got {_short.repr(got)}"
        super().__init__(f"{text}. {next_step}" if next_step else text)

    def _render_traceback_(self) -> list[str]:
        """Be a sentence in a notebook: the way it took through the lab helps nobody."""
        return [str(self)]


class ToolTimeout(Exception):
    """No answer came. The caller knows *nothing*: the call may have been carried out or not.

    A read can be sent again. Sending an irreversible call again may do it twice.
    """


class ToolError(Exception):
    """The tool refused. The caller knows: the call was not carried out.

    The same call will be refused again; something in it has to change first.
    """
