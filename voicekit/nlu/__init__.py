"""What a caller said, as an intent and the slots of a booking: by rules, without context.

The story of one utterance, and the module that tells each part:

    "No, I'm Jamie: not ten, make it half past two."
    words    no im jamie not 10 make it half past 2
    names    no im @name not 10 make it half past 2
    days     (none here; a weekday would become @friday)
    times    no im @name not @10:00 make it @14:30
    choice   no im @name not !10:00 make it @14:30     (! is a value the caller refuses)
    intents  no                                        (yes and no: see consent)
"""

from typing import TypedDict

from voicekit.nlu.choice import day_of, mark_choice, time_of
from voicekit.nlu.days import DAYS, mark_days
from voicekit.nlu.intents import INTENTS, find_intent
from voicekit.nlu.names import as_written, find_name
from voicekit.nlu.times import mark_times
from voicekit.nlu.words import join, plain, split, tidy

__all__ = ["DAYS", "INTENTS", "Parse", "parse", "rejects"]


class Parse(TypedDict):
    """What `parse` returns. A slot that was not heard is None."""

    intent: str
    day: str | None
    time: str | None
    name: str | None


def parse(text: str) -> Parse:
    """Read one utterance, of which any text will do; an overlong one counts as not heard.

    Returns:
        The intent, one of `INTENTS`; the day as a lower-case weekday, one of `DAYS`; the time of
        day as "HH:MM"; the name as it was said. Of several days or times the last one counts.
        A value the caller turns down is returned too, with the intent "no": see `rejects`.

    Example:
        >>> parse("no, make it two thirty")
        {'intent': 'no', 'day': None, 'time': '14:30', 'name': None}
    """
    text = tidy(text)
    said, name = _mark(text)
    return {
        "intent": find_intent(said, asked="?" in text),
        "day": day_of(said)[0],
        "time": time_of(said)[0],
        "name": name,
    }


def rejects(text: str) -> tuple[str, ...]:
    """Name the slots whose value, as `parse` returns it, is one the caller turns down.

    Example:
        >>> rejects("ten doesn't work"), rejects("not Tuesday, make it ten"), rejects("no, ten")
        (('time',), ('day',), ())
    """
    said, _ = _mark(tidy(text))
    return tuple(slot for slot, chosen in (("day", day_of), ("time", time_of)) if chosen(said)[1])


def _mark(text: str) -> tuple[str, str | None]:
    """Return the plain words with every value marked, and the name as it was written."""
    spoken = split(text)
    words = [plain(word[0]) for word in spoken]
    name = None
    if found := find_name(join(words)):
        first, length = found
        name = as_written(text[spoken[first].start() : spoken[first + length - 1].end()])
        words[first : first + length] = ["@name"]
    return mark_choice(mark_times(mark_days(join(words)))), name
