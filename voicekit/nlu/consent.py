"""Tell a yes from a no, and both from what only begins like one.

A yes is what books, so it has the strictest rule: the *whole* turn has to be consent. "Okay, hold
on", "sure, but what does it cost" and "yeah, no" are none. So there is a list of what may stand
beside a yes, not of what may not: where the first is too short, the agent asks once more; where
the second is too short, it books.
"""

import re

from voicekit.nlu.words import any_of

_SPOKEN_YES = set("yes yeah yep yup yea ya yeap aye".split())
CLEAR = _SPOKEN_YES | set(
    """absolutely accepted affirmative agree agreed certainly confirm confirmed correct course
    definitely exactly indeed sure""".split()
)
# Consent if nothing else is said. "Ten would be great" tells a time.
ASSENT = set(
    """accurate alright amazing awesome brilliant cool do excellent factual fine go good great
    lovely ok okay perfect perfectly proceed right true truth wonderful work works""".split()
)
_AROUND = set(
    """a about ahead all and answer be by continue everything for going in is it its just lets like
    looks maam mam me much of oh ohh one plan please really response sir so sound sounds statement
    thank thanks that thats the then thing this to uh um us very well will with would you""".split()
)
# What a clear yes may repeat of the question: "yes, I'd like to book that appointment".
_REPEATED = set(
    """am an appointment are at been book booking did done get got gotten have i id im ive
    made make my name now on reservation reserve said schedule set visit want was your
    youve""".split()
)

# "Okay, is that right": a verb before its subject, at the start or after a word of consent. And
# "yes, and" or "sure, thing is": the caller was not done.
_OPEN_ENDED = re.compile(
    rf"(?:^| {any_of(*sorted(CLEAR | ASSENT), *'so and but oh please uh um well'.split())})"
    r" (?:(?:is|are|was|will|would|does|did|can|could|have|am)"
    r" (?:it|that|this|you|i|we|all|everything)|do you)\b"
    r"| you sure\b| thing is\b| one (?:more |last |other )?thing\b"
    r"| (?:a|about|and|for|just|of|so|the|well|with)$"
)


def is_yes(said: str, words: set[str], asked: bool) -> bool:
    """Return whether the whole turn is consent.

    A clear yes may come with a value ("yes, Friday"): whether that is the value just read back
    is for the agent to compare.

    Example:
        >>> [is_yes(said, set(said.split()), asked=False) for said in (" yes please", " yes but")]
        [True, False]
    """
    if asked or _OPEN_ENDED.search(said):
        return False
    if words.isdisjoint(CLEAR):
        return not words.isdisjoint(ASSENT) and words <= ASSENT | _AROUND
    values = {word for word in words if word[0] == "@" and word != "@when"}
    return words - values <= CLEAR | ASSENT | _AROUND | _REPEATED


# Words before the point, as in "uh, sorry, no".
FIRST = (
    "^(?: (?:uh|uhh|um|umm|oh|ah|hm|hmm|well|so|and|but|sorry|i|am|im|actually|wait|ok|okay|hi"
    "|hello|heck)){0,4}"
)
_NO = re.compile(
    rf"{FIRST} (?:no|nope|nah)\b(?! (?:problem|worries|idea|clue|rush)\b)"
    r"| (?:no|nope)$| no (?:thanks|thank)\b| (?:a|hard|say) no\b"
)
_NOT = "(?:not|never|dont|doesnt|didnt|isnt|wasnt|wont|cant|cannot)"
_REFUSAL = re.compile(
    # That is not what was meant: "I don't think that's right".
    rf" {_NOT}(?: \w+){{0,4}} (?:accurate|answer|case|convenient|correct|factual|fine|good|okay?"
    r"|possible|right|true|works?|working)\b"
    r"| (?:disagree|false|incorrect|incorrectly|mistaken|negative|untrue|wrong)\b"
    # It is not to be done: "don't book it".
    r"| (?:dont|wont|cant|cannot|never|(?:do|did|will|can) not)"
    r" (?:accept|agree|book|cancel|come|confirm|do|like|make|need|think so|want|wish)\b"
    rf"|{FIRST}(?: please)? dont$"
    # Not now, or not at all.
    r"| not (?:now|yet|right now|@when|at the moment|at this time|happening|really|what)\b"
    r"| (?:absolutely|certainly|definitely|of course|prefer|probably|rather) not\b"
    rf"|{FIRST} not\b(?! (?:a|bad|sure)\b)"
)
_ASKS = re.compile(
    rf"{FIRST} (?:whats?|why|whos?|how|which|where|when|isnt|does|do you|did|was|were|is there)\b"
)


def is_no(said: str, words: set[str]) -> bool:
    """Return whether the turn says no, or that something is wrong, or refuses a value.

    "Yeah, no" is neither yes nor no, "no problem" could be either, and "what is wrong with it"
    is a question.
    """
    if _NO.search(said):
        return words.isdisjoint(_SPOKEN_YES)
    if "!" in said:
        return True
    return bool(_REFUSAL.search(said)) and not _ASKS.match(said)
