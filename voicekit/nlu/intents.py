"""Decide what a caller wants, from plain words in which the values are marked."""

import re

from voicekit.nlu.consent import FIRST, is_no, is_yes

INTENTS = ("book", "cancel", "yes", "no", "human", "hours", "inform", "unknown")

_DOCTOR = "(?:doctor|dentist|dr|nurse|therapist)"
_PERSON = (
    "(?:person|human|agent|operator|representative|manager|supervisor|receptionist|reception"
    "|assistant|nurse|colleague)"
)
_SOMEONE = f"(?:{_PERSON}|{_DOCTOR}|someone|somebody|anyone|people)"
_TO_A = "(?: (?:to|with|through|me|on|directly|a|an|the|your|some|another|real|live|actual)){0,6}"
_HUMAN = re.compile(
    " (?:talk|talking|speak|speaking|chat|chatting|contact|contacting|connect|transfer|direct|put"
    rf"|pass){_TO_A} {_SOMEONE}\b"
    rf"| {_SOMEONE} (?:i can|to) (?:talk|speak)\b"
    rf"| (?:want|need|get|give){_TO_A} {_PERSON}\b"
    r"| (?:connect|transfer|put|pass) me (?:through )?to\b"
    r"| (?:get|need|want) (?:me )?(?:to )?someone (?:else|to help)\b"
    rf"|^(?: a| real| live){{0,2}} {_PERSON}(?: please)?$"
)
_ABOUT_ME = re.compile(r" (?:am i|are you|is this)\b")  # "are you a real person?"

_CANCEL = re.compile(
    r" (?:cancel|cancell?ed|cancell?ing|call off|get rid of|undo)\b"
    r"| (?:dont|not) (?:need|want)(?: [a-z@]+){0,4} any ?more\b"
)
_DONT = re.compile(" (?:dont|not|never)(?: (?:want|wish|need|have))?(?: to)?$")

_OPEN = set("open opens opening close closes closed closing shut".split())
_WHEN_OPEN = re.compile(
    r" (?:what (?:times?|days?)|when|how late|how long)\b"
    rf"|{FIRST} (?:is|are|do|does|will)\b"  # "are you open on Friday"
)
_HOURS = re.compile(
    r" (?:opening|business|operating|office|what|your|the|and|24) hours\b"
    r"| hours of\b| opening times\b"
    r"| what time (?:[a-z]+ ){0,3}(?:reach|contact|call|get in touch)\b"
)

_VISIT = "(?:visit|slot|check ?up|consultation|treatment)"
_BOOK = re.compile(
    r"(?<! a)(?<! the) (?:book|schedule|reserve)"
    r"(?: (?:me|us|it|that|this|in|for|on|at|with|now|please"
    rf"|(?:a|my|the)(?: [a-z]+)? {_VISIT})\b| @)"
    r"| (?:to|i|please) (?:book|schedule|reserve)$|^ book(?: please)?$"
    r"|(?<! my) (?:appointments?|reservation|booking)\b"
    rf"| (?:see|visit|meet|need|go to|find|finding) (?:a |the |my |this |that )?{_DOCTOR}\b"
    r"| (?:anything|something|any slots?) (?:available|free)\b"
)


def find_intent(said: str, asked: bool) -> str:
    """Return the first intent of these that fits.

    The order matters. Whoever asks for a person gets one, whatever else was said. "No, book
    Friday" is a no first, and "yes, book it" a yes. A day or a time only informs where nothing
    more was meant.

    Args:
        said: the plain words, values marked.
        asked: whether the utterance was written with a question mark.
    """
    words = set(said.split())
    if _wants(_HUMAN, said) and not _ABOUT_ME.search(said):
        return "human"
    if _wants(_CANCEL, said):
        return "cancel"
    if _asks_hours(said, words):
        return "hours"
    if is_no(said, words):
        return "no"
    if is_yes(said, words, asked):
        return "yes"
    if _BOOK.search(said):
        return "book"
    return "inform" if "@" in said else "unknown"


def _wants(pattern: re.Pattern[str], said: str) -> bool:
    """Return whether the pattern is in the words, and not after "I don't want to"."""
    match = pattern.search(said)
    if match is None:
        return False
    start = match.start()
    return not _DONT.search(said, max(0, start - 25), start)


def _asks_hours(said: str, words: set[str]) -> bool:
    if not words.isdisjoint(_OPEN) and _WHEN_OPEN.search(said):
        return True
    return bool(_HOURS.search(said))
