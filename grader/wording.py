"""Other words for the same: what callers may say instead, by what `parse` hears in it."""

import random
import re
from collections.abc import Mapping

UTTERANCES = {  # the intent and the slots that are filled: one utterance a line
    "book": """
        I want to make an appointment
        I need an appointment
        can I book an appointment please
        I'd like to make a booking
        I would like to schedule an appointment
        hello, I want to book an appointment
        book an appointment please
        I need to see a doctor""",
    "book day": """
        can I get an appointment on {day}
        I'd like an appointment on {day}
        I need an appointment for {day}, please
        book me in on {day}
        I want to book for {day}
        could I make a booking for {day}""",
    "book day time name": """
        book me on {day} at {time}, my name is {name}
        I'd like an appointment on {day} at {time}, my name is {name}
        my name is {name}, I want to book {day} at {time}
        can I book {day} at {time}, the name is {name}
        hello, I need an appointment on {day} at {time}, the name's {name}
        please book me in for {day}, {time}, under the name {name}""",
    "inform day": """
        {day}
        on {day}
        {day} please
        how about {day}
        {day}, if I may""",
    "inform time": """
        {time}
        at {time}
        {time} please
        I'll take {time}
        let's say {time}""",
    "bare name": """
        {name}""",
    "yes": """
        yes please
        yeah
        yep
        that's right
        correct
        sure
        yes, that's right
        yes, go ahead
        exactly
        absolutely""",
    "no time": """
        no, {time} please
        no, make that {time}
        nope, make it {time}
        no, I want {time}
        no, I meant {time}
        no, {time} instead""",
    "human": """
        can I speak to somebody
        I want to talk to a human
        put me through to a real person please
        connect me to an operator
        let me speak with someone
        could you transfer me to an agent
        I would like to speak to a receptionist""",
    "unknown": """
        erm
        brr
        la la la
        bla bla bla
        dum di dum
        tra la la
        mumble mumble
        wobble wobble
        purple elephants dance
        the moon is made of cheese
        my goldfish sings opera""",
}

NAMES = """Amara Boris Chidi Dana Elena Farid Greta Hiro Ines Jonas Keiko Leila Mateo Nadia Oscar
    Priya Quentin Rosa Samir Tomas Ursula Viktor Wanda Ximena Yusuf Zara""".split()

# While the clinic is open. Whole and half hours three times, so that quarters are the exception.
TIMES = [
    f"{hour:02d}:{minute:02d}" for hour in range(9, 17) for minute in (0, 0, 0, 15, 30, 30, 30, 45)
]

_HOURS = """twelve one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen""".split()
_MINUTES = {15: "fifteen", 30: "thirty", 45: "forty five"}

_IN_CAPITALS = 0.25  # of the utterances, as if a speech recogniser had written them


def candidates(kind: str, told: Mapping[str, str | None], rng: random.Random) -> list[str]:
    """Return utterances of a kind with a day, time and name in them, in an order by chance."""
    lines = [line.strip() for line in UTTERANCES.get(kind, "").strip().splitlines()]
    day, name = (told["day"] or "").title(), told["name"]
    times = spoken(told["time"]) if told["time"] else [""]
    made = []
    for line in rng.sample(lines, len(lines)):
        for time in rng.sample(times, len(times)):
            text = line.format(day=day, time=time, name=name)
            made.append(_as_recognised(text) if rng.random() < _IN_CAPITALS else text)
    return made


def _as_recognised(text: str) -> str:
    return " ".join(re.sub("[.,?!]", " ", text).upper().split())


def spoken(time: str) -> list[str]:
    """Return ways to say a time of `TIMES`, and ways in which recognisers write it.

    Example:
        >>> spoken("14:30")[:4]
        ['2:30 p.m.', '2:30 pm', '2-30 p m', '14:30']
        >>> spoken("14:30")[4:]
        ['two thirty', 'two thirty in the afternoon', 'half past two', 'fourteen thirty']
    """
    hour, minute = int(time[:2]), int(time[3:])
    number, letter = hour % 12 or 12, "a" if hour < 12 else "p"
    digits = [
        f"{number}:{minute:02d} {letter}.m.",
        f"{number}:{minute:02d} {letter}m",
        f"{number}-{minute:02d} {letter} m",
        f"{hour}:{minute:02d}",
    ]
    return [*digits, *_in_words(hour, minute, letter)]


def _in_words(hour: int, minute: int, letter: str) -> list[str]:
    word = _HOURS[hour % 12]
    half = "in the morning" if letter == "a" else "in the afternoon"
    if not minute:
        noon = ["noon"] if hour == 12 else []
        return [f"{word} {letter} m", f"{word} o'clock", f"{word} {half}", *noon]
    exact = f"{word} {_MINUTES[minute]}"
    clock = {15: f"quarter past {word}", 30: f"half past {word}"}
    clock[45] = f"quarter to {_HOURS[hour % 12 + 1]}"
    long = [f"{_HOURS[hour]} {_MINUTES[minute]}"] if hour > 12 else []
    return [exact, f"{exact} {half}", clock[minute], *long]
