"""Find times of day in plain words, and write them as "HH:MM".

Three steps: rewrite times said in words as digits ("half past 2" is "2 30"), read what can only
be a time ("2 30", "2 pm"), then read the numbers that are one because of where they stand
("at 2", "no 2 please").
"""

import re

_HOUR = r"(?:2[0-3]|1\d|0?\d)"
_MINUTE = r"[0-5]\d"

_SPOKEN = re.compile(
    r" (?:(?<!from )(quarter|half|5|10|20|25)(?: minutes)?"
    r" (past|after|to|before|till|(?<=quarter )of)|(half))"  # "quarter of 3", as Americans say
    rf" ({_HOUR})\b| (?:12 )?(noon|midday|midnight)\b"
)
# "Ten oh five", and "fourteen hundred hours"; but two hundred hours are no time of day.
_OH = re.compile(rf" ({_HOUR}) oh? ([1-9])\b| (1\d|2[0-3]) hundred hours\b")
_MINUTES = {"quarter": 15, "half": 30}

# "That one", "I'd like one", "the two fifteen one": not an hour. (But "that one thirty slot" holds
# a time.)
_PRONOUN = re.compile(
    r"( (?:that|this|the|which|first|second|last|other|another|any|no|good|like|want|need|take"
    rf"|have|the {_HOUR} {_MINUTE})) 1\b(?! \d| [ap]m| oclock)"
)

_HALF = "(?:morning|afternoon|evening|night|tonight)"
# A day or a small word may stand between: "evening at 5", "at 10 on friday morning".
_BEFORE = rf"(?<! good) {_HALF}(?: (?:at|on|of|the|around|about|@[a-z]+)){{0,3}}"
_AFTER = rf"(?: [ap]m|(?: (?:in|at|on|this|the|next|@[a-z]+)){{0,4}} {_HALF})"
_CLOCK = re.compile(
    rf"(?P<before>{_BEFORE})?(?<!\d\d\d) (?P<hour>{_HOUR})(?P<minute> ?{_MINUTE})?(?! \d)\b"
    rf"(?P<oclock> oclock)?(?P<after>{_AFTER}\b)?"
)

# "For 2" is left out (a party of two), and so are "before 2" and "after 2" (not one time). "Is 9"
# needs more: "my daughter is 9". So does "and 5": "they are 3 and 5".
_LONE = re.compile(
    r"(?P<cue>^| (?:at|around|about|its?|to|say|do|not|no|nope|yes|yeah|instead of|like|take|want"
    r"|but|except|between|sorry|actually|prefer|please|maybe|ok|okay|uh|um|er|well|so|then"
    r"|(?<!more )(?<!less )than|i (?:said|meant)|make that|(?:it|that|best|time|slot|choice) is"
    r"|is(?= \d+ (?:ok|okay|good|free|available|open|possible|still|too|on|or)\b)"
    r"|have(?= \d+ instead\b))| @[a-z]+)"
    rf" (?P<hour>1[0-2]|[1-9]|{_HOUR}(?={_MINUTE}\b))(?P<minute>{_MINUTE})?"
    r"(?=$| @| (?:please|thanks?|is|isnt|was|would|will|wont|can|works?|does|doesnt|sounds?|on"
    r"|make|lets|instead|then|too|if|or|and|but|not|no|i|my|under|with|ok|okay|good|free"
    r"|available|open|possible|still|ish)\b)"
)
_MARKED = re.compile(" @[a-z]+")
_HALF_ALONE = re.compile(r"(?<! good) (?:morning|afternoon|evening|tonight)\b")


def mark_times(said: str) -> str:
    """Return the words with each time as a value, and a time that stays open as `@when`.

    Example:
        >>> mark_times(" no not 10 make it half past 2")
        ' no not @10:00 make it @14:30'
        >>> mark_times(" for 2 people at 7")
        ' for 2 people at @when'
    """
    said = _OH.sub(lambda match: f" {match[1] or match[3]} 0{match[2] or 0}", said)
    said = _SPOKEN.sub(_as_digits, said)
    said = _PRONOUN.sub(r"\1 one", said)
    said = _CLOCK.sub(_certain, said)
    said = _LONE.sub(_lone, said)
    return _HALF_ALONE.sub(" @when", said)


def _as_digits(match: re.Match[str]) -> str:
    """Rewrite "quarter to 3" as "2 45". "Half 2" is half past two, as the British say it."""
    part, way, half, hour, name = match.groups()
    if name:
        return " 12 00 am" if name == "midnight" else " 12 00 pm"
    minutes = _MINUTES.get(part or half) or int(part)
    if way in ("to", "before", "till", "of"):
        return f" {(int(hour) - 2) % 12 + 1} {60 - minutes}"
    return f" {hour} {minutes:02d}"


def _certain(match: re.Match[str]) -> str:
    """Replace an hour that has minutes, an o'clock or a half of the day with its value."""
    minute = match["minute"] or ""
    half = match["after"] or match["before"] or ""
    if not (minute.startswith(" ") or match["oclock"] or half):
        return match[0]
    # A day that stood between the half and the hour is put back.
    return _value(int(match["hour"]), int(minute or 0), half) + "".join(_MARKED.findall(half))


def _lone(match: re.Match[str]) -> str:
    """Replace an hour that is a time by where it stands."""
    return match["cue"] + _value(int(match["hour"]), int(match["minute"] or 0), "")


def _value(hour: int, minute: int, half: str) -> str:
    """Return " @HH:MM", or " @when" where nobody can tell which half of the day is meant.

    The half that was said wins. Otherwise the clinic's day decides: 1 to 6 is in the afternoon,
    8 to 11 in the morning. A seven could be either, and guessing is worse than asking.
    """
    if 1 <= hour <= 12:
        if "am" in half or "morning" in half or ("night" in half and hour == 12):
            hour %= 12
        elif half or hour < 7:
            hour = hour % 12 + 12
        elif hour == 7:
            return " @when"
    return f" @{hour:02d}:{minute:02d}"
