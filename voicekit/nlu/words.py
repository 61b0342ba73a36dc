"""Turn an utterance into plain words: one spelling for everything that sounds the same.

"Ten a.m.", "TEN A M" and "10am" all become " 10 am", so that no later rule has to think of
capitals, punctuation or number words.
"""

import re
import unicodedata

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}


def _number_words() -> dict[str, str]:
    """Return {"zero": "0", …, "twentyfive": "25", …, "fiftynine": "59"}."""
    numbers = {word: n for n, word in enumerate(["zero", *_UNITS, *_TEENS])}
    for word, tens in _TENS.items():
        numbers[word] = tens
        numbers |= {word + unit: tens + n for n, unit in enumerate(_UNITS, start=1)}
    return {word: str(n) for word, n in numbers.items()}


def any_of(*words: str) -> str:
    """Return the pattern for one of these words, to be used inside a longer pattern."""
    return f"(?:{'|'.join(words)})"


_NUMBERS = _number_words()
_WORD = re.compile(
    rf"""
      {any_of(*_TENS)}[ -]{any_of(*_UNITS)}\b  # "twenty-five" is one number
    | [ap]\.?[ ]?m\b                           # am, a.m., "A M"
    | o['’"\ ]?clock\b                         # o'clock; some recognisers write o"clock
    | \d+(?:/\d+)+                             # 8/16/2018 stays whole: it is no time
    | \d+(?:(?:st|nd|rd|th)\b)?                # so does 8th, while 8pm becomes 8, pm
    | [^\W\d_]+(?:['’][^\W\d_]+)*              # letters, as in that's
    """,
    re.VERBOSE | re.IGNORECASE,
)
# In "the nine thirty one" there is no thirty-one.
_THE_ONE = re.compile(
    rf"\b(the (?:{any_of(*_UNITS, *_TEENS)}|\d\d?)[ -]{any_of(*_TENS)})[ -]one\b", re.IGNORECASE
)
_OVERLONG = 5_000  # characters: no caller speaks for five minutes without a pause
_DROPPED = str.maketrans("", "", "'’\"-. ")


def tidy(text: str) -> str:
    """Return the text with full-width letters and digits as ordinary ones, or "" if overlong.

    Part of a text could say the opposite of the whole, so an overlong one counts as not heard.
    """
    if len(text) > _OVERLONG:
        return ""
    text = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _THE_ONE.sub(r"\1, one", text)


def split(text: str) -> list[re.Match[str]]:
    """Return a match per word, so that a name can be cut from the text as it was written."""
    return list(_WORD.finditer(text))


def plain(word: str) -> str:
    """Return a word in small letters, without punctuation, and as digits if it is a number.

    Example:
        >>> [plain(word[0]) for word in split("That's TEN-thirty A.M.")]
        ['thats', '10', '30', 'am']
    """
    bare = word.lower().translate(_DROPPED)
    return _NUMBERS.get(bare, bare)


def join(plain_words: list[str]) -> str:
    """Return the words as one string, each with a space *in front*.

    So a rule can say " no" for the word no, and starts at a word instead of at every letter.
    """
    return "".join([" " + word for word in plain_words])
