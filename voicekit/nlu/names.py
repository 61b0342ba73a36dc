"""Find the caller's name in plain words."""

import re

from voicekit.nlu.consent import ASSENT, CLEAR
from voicekit.nlu.days import DAYS

# After these a name is expected.
_CUE = re.compile(r" (?:names?(?: is| of| to| should be)?|call me|under(?: my)?)\b")
# These introduce many other things too ("it's urgent", "I'm looking for …"), so there the turn
# has to end after the name, or go on as an introduction does.
_WEAK_CUE = re.compile(r" (?:this is|its|it is|im|i am)\b")
_GOES_ON = set(DAYS) | set(
    "and calling can could from here i id ill not please speaking thank thanks".split()
)
_NAME_FIRST = re.compile(r"^(?: [^\W\d]+){1,3} is (?:the|my) name\b")

# Words that are in no name. Only common ones: the agent reads the name back anyway.
_NO_NAME = {*DAYS, *CLEAR, *ASSENT} | set(
    """a about actually all also am an and any anymore anything are as at available back bad be
    because been book booking but by calling can cancel cant checking closed confused could day
    dinner doctor done dont double early else enough expensive false first for free from get going
    got have he hello help her here hey hi him his how hungry hurt i id if ill im in interested is
    isnt it its ive just last late later let like looking lost lunch make may maybe me my name need
    never new next nice no nope not now of off on one only or our out over party person please
    ready really reservation ridiculous same see she should sick so some someone something soon
    sorry speaking still table thank thanks that thats the their them then there they this tired
    to today tomorrow tonight too trying under until up urgent very wait want was we well what when
    where which who why will with working would wrong yet you your""".split()
)
_LONGEST = 3  # words: "Mary Jane Watson"
_REACH = 80  # letters that are looked at, so that a long turn costs no more per cue


def find_name(said: str) -> tuple[int, int] | None:
    """Return the number of the name's first word and how many words it has, or None.

    Of several names the last one counts: "I'm Jamie, sorry, my name is Jaime".

    Example:
        >>> find_name(" no my name is jamie fox and i want to book")
        (4, 2)
        >>> find_name(" im looking for a dentist")
    """
    found = [(cue.end(), _length(said, cue.end())) for cue in _CUE.finditer(said)]
    found += [(cue.end(), _length(said, cue.end(), weak=True)) for cue in _WEAK_CUE.finditer(said)]
    if _NAME_FIRST.match(said):
        found.append((0, _length(said, 0)))
    start, length = max((name for name in found if name[1]), default=(0, 0))
    return (said.count(" ", 0, start), length) if length else None


def _length(said: str, start: int, weak: bool = False) -> int:
    """Return how many words from `start` on are a name."""
    words = said[start : start + _REACH].split()
    if weak and words and words[0].endswith("ing"):  # "it's raining"
        return 0
    for length, word in enumerate(words):
        if length == _LONGEST or not _can_be_name(word):
            return 0 if weak and word not in _GOES_ON else length
    return len(words)


def _can_be_name(word: str) -> bool:
    """Single letters are somebody spelling, which is the agent's affair."""
    return len(word) > 1 and word.isalpha() and word not in _NO_NAME


def as_written(name: str) -> str:
    """Return the name as one would write it: "JAMIE" is Jamie, while "McDonald" is kept."""
    name = " ".join(name.split())
    return name.title() if name.isupper() or name.islower() else name
