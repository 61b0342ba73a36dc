"""Find weekdays, and the dates that a weekday cannot stand for."""

import re

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_DAY = re.compile(rf" ({'|'.join(DAYS)})s?\b")

_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NTH = (
    "(?:(?:[23]0 )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh"
    r"|twelfth|[a-z]{3,5}teenth|twentieth|thirtieth|\d\d?(?:st|nd|rd|th)|\d\d?)"
)
_DATE = re.compile(
    rf"""[ ](?:
      {_MONTH}\ (?:the\ )?{_NTH}                               # march 8, march the fifth
    | {_NTH}\ (?:of\ )?(?:{_MONTH}|(?:this|next|the)\ month)   # 8 march, the fifth of march
    | \d\d?(?:st|nd|rd|th)                                     # on the 8th
    | (?:19|20)\d\d | \d+(?:/\d+)+                             # 2018, 8/16/2018
    | (?:\d\d?|a)\ (?:days?|weeks?)\ from\ now | in\ \d\d?\ (?:days|weeks)
    | today | tomorrow | (?:this|next)\ (?:week|month|weekend)
    )\b""",
    re.VERBOSE,
)


def mark_days(said: str) -> str:
    """Return the words with weekdays as values, and other dates as `@when`.

    A date matters although no slot can hold it: its numbers are not a time, and a caller who
    names one has said something that the agent can ask about.

    Example:
        >>> mark_days(" no friday not the 8th of march")
        ' no @friday not the @when'
    """
    return _DATE.sub(" @when", _DAY.sub(r" @\1", said))
