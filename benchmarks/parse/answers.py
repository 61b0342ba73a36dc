"""What another parser's answer says about weekday and time of day, read in its favour.

An answer may leave open what it means. Then it holds every reading, and counts as right if one of
them is. And what a few lines around any parser could do, it is taken to do:

    - Only a weekday that was named is a day: another date ("tomorrow") fills no slot here.
    - Of several days or times the last one counts, as in "Tuesday, no, Thursday".
    - Where no half of the day was said, the clinic's hours may decide: 2:30 is 14:30.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

Readings = frozenset[str | None]  # None: nothing was heard
NOTHING: Readings = frozenset({None})
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_NAMED = re.compile("|".join(DAYS), re.IGNORECASE)
_HALF = re.compile(r"\b[ap]\.? ?m\b|morning|noon|midday|evening|night|\d ?[ap]m\b", re.IGNORECASE)
_PART = re.compile(f"{_HALF.pattern}|part_of_day", re.IGNORECASE)
_HOUR = re.compile(r"\d|noon|midday|midnight", re.IGNORECASE)
_TIMEX_DAY = re.compile(r"XXXX-WXX-([1-7])")  # any Tuesday is XXXX-WXX-2
_TIMEX_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TIMEX_TIME = re.compile(r"T(\d\d)(:\d\d)?$")


@dataclass(frozen=True)
class Heard:
    """What a parser heard in one utterance."""

    day: Readings
    time: Readings


def voicekit(answer: list[str | None]) -> Heard:
    """Take our own as it is."""
    day, time = answer
    return Heard(frozenset({day}), frozenset({time}))


def dateparser(found: list[list[str]], now: datetime) -> Heard:
    """Read moments: a date that was not said is today's, and a time that was not said is 00:00.

    Args:
        found: moments in ISO form, each with the words that it came from or with what dateparser
            calls its period.
    """
    days, times = [], []
    for written, about in found:
        moment = datetime.fromisoformat(written)
        days.append({_weekday(moment)} | ({None} if moment.day == now.day else set()))
        unsaid = _clock(moment) == "00:00" or (_PART.search(about) and not _HOUR.search(about))
        times.append({_clock(moment)} | ({None} if unsaid else set()))
    return Heard(_last(days), _last(times))


def recognizers(found: list[tuple[str, list[dict[str, str]]]]) -> Heard:
    """Read what was found: each the words that it came from, and its possible values."""
    days = [{_day_of(value, span) for value in values} or {None} for span, values in found]
    times = [{_time_of(value) for value in values} or {None} for _, values in found]
    return Heard(_last(days), _last(times))


def _day_of(value: dict[str, str], span: str) -> str | None:
    """Return the weekday of "Tuesday", "next Tuesday morning" or "Tuesday the 8th of March"."""
    timex = value["timex"]
    if match := _TIMEX_DAY.match(timex):
        return DAYS[int(match[1]) - 1]
    if _TIMEX_DATE.match(timex):
        return _weekday(datetime.fromisoformat(timex[:10]))
    named = _NAMED.search(span)
    return named[0].lower() if named else None


def _time_of(value: dict[str, str]) -> str | None:
    """Return the time of a value that is one: no span and no duration."""
    match = _TIMEX_TIME.search(value["timex"]) if value["type"] in ("time", "datetime") else None
    return f"{match[1]}{match[2] or ':00'}" if match else None


def parsedatetime(found: list[list[Any]]) -> Heard:
    """Read moments: each with whether a date, a time, or only a half of the day was heard."""
    days, times = [], []
    for written, has_date, has_time, half in found:
        moment = datetime.fromisoformat(written)
        days.append({_weekday(moment) if has_date else None})
        times.append({_clock(moment) if has_time else None} | ({None} if half else set()))
    return Heard(_last(days), _last(times))


def wrapped(heard: Heard, text: str) -> Heard:
    """Return what a few lines of code could make of an answer, given the utterance."""
    day = heard.day if _NAMED.search(text) else NOTHING
    time = heard.time
    if None not in time and not _HALF.search(text):
        time |= {_by_clinic_hours(one) for one in time}
    return Heard(day, time)


def _by_clinic_hours(time: str | None) -> str | None:
    """Return the half of the day in which the clinic is open; a seven could be either.

    Example:
        >>> [_by_clinic_hours(time) for time in ("02:30", "22:00", "19:00", "00:15")]
        ['14:30', '10:00', None, '12:15']
    """
    if time is None:
        return None
    hour = int(time[:2]) % 12
    if hour == 7:
        return None
    return f"{hour + 12 if hour < 7 else hour:02d}{time[2:]}"


def _weekday(moment: datetime) -> str:
    return DAYS[moment.weekday()]


def _clock(moment: datetime) -> str:
    return f"{moment:%H:%M}"


def _last(found: Iterable[set[str | None]]) -> Readings:
    """Return the last readings that are sure to be something, else all that may be."""
    each = list(found)
    sure = [readings for readings in each if None not in readings]
    return frozenset(sure[-1] if sure else set().union({None}, *each))


Reader = Callable[[Any], Heard]


def verdict(due: str | None, heard: Readings) -> str:
    """Return right, missed, wrong (another value) or invented (a value where none is due).

    Example:
        >>> verdict("14:30", frozenset({"02:30", "14:30"})), verdict(None, frozenset({"10:00"}))
        ('right', 'invented')
    """
    if due in heard:
        return "right"
    if due is None:
        return "invented"
    return "missed" if None in heard else "wrong"
