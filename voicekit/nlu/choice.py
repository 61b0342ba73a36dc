"""Decide which of several days or times counts, and whether it is wanted or refused."""

import re

_TIME = r"@\d\d:\d\d"
_DAY = "@[a-z]+day"

# "Ten or eleven", "between ten and eleven", "after ten": no single value, so none.
_OPEN = re.compile(
    rf" (?:between|before|after|until|till|(?:earlier|later) than) {_TIME}(?: and {_TIME})?"
    rf"| {_TIME} (?:or|and) (?:at )?(?:{_TIME}|\d\d?\b)"
    rf"| {_DAY} or (?:on )?{_DAY}"
)
# "From nine to five" is none either, unless something moves: "from ten to two thirty".
_SPAN = re.compile(rf"(?: from)? (?:{_TIME}|\d\d?) (?:to|until|till) (?:at )?{_TIME}")
_MOVES = re.compile(r" (?:bring|change|mov(?:e|ing)|push|reschedule|shift|swap|switch)\b")

# "Friday at ten" is refused as a whole; of "not ten, eleven" only the first.
_VALUES = rf" (?:{_DAY}(?:(?: at)? {_TIME})?|{_TIME}(?:(?: on)? {_DAY})?)"
_NOT = "(?:not|never|cant|cannot|dont|doesnt|didnt|wont|isnt|wouldnt|no longer)"
_EXCEPT = "(?:(?:anything|everything|any day|any time) but|except|instead of|than)"
_LINK = "(?:at|on|for|in|the|do|make|it|come|want|like|need|this|next|free|available)"
_FINE = "(?:work|suit|do|be|good|great|ideal|right|possible|ok|okay|fine|convenient|available|free)"
_REFUSED = re.compile(
    rf" (?:{_NOT}|{_EXCEPT})(?: {_LINK}){{0,4}}{_VALUES}"
    rf"|{_VALUES}(?: (?:is|are|was|does|will|would|just|really)){{0,2}}"
    rf" (?:{_NOT} (?:really |going to )?{_FINE}|no good|too|bad|wrong|impossible)\b"
)

_A_DAY = re.compile(" ([@!])([a-z]+day)")
_A_TIME = re.compile(r" ([@!])(\d\d:\d\d)")


def mark_choice(said: str) -> str:
    """Return the words with `!` before a refused value, and `@when` for one left open.

    Example:
        >>> mark_choice(" @10:00 does not work make it @14:30")
        ' !10:00 does not work make it @14:30'
        >>> mark_choice(" @tuesday or @friday after @14:30")
        ' @when @when'
    """
    if "@" not in said:
        return said
    said = _OPEN.sub(" @when", said)
    if not _MOVES.search(said):
        said = _SPAN.sub(" @when", said)
    return _REFUSED.sub(lambda match: match[0].replace("@", "!"), said)


def day_of(said: str) -> tuple[str | None, bool]:
    """Return the day that counts and whether it is refused."""
    return _last(said, _A_DAY)


def time_of(said: str) -> tuple[str | None, bool]:
    """Return the time that counts and whether it is refused."""
    return _last(said, _A_TIME)


def _last(said: str, pattern: re.Pattern[str]) -> tuple[str | None, bool]:
    """Take the last value, since callers correct themselves; a refused one only if alone."""
    found = pattern.findall(said)
    if not found:
        return None, False
    wanted = [value for mark, value in found if mark == "@"]
    return (wanted[-1], False) if wanted else (found[-1][1], True)
