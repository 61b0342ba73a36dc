"""What makes two programs look alike: fingerprints of their tokens, by winnowing.

After Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting"
(2003). Names become one symbol; comments, strings and layout are dropped. Any run of
`GRAM + WINDOW - 1` tokens that two programs share leaves a fingerprint that both have.
"""

import io
import keyword
import re
import tokenize
from collections.abc import Iterable, Iterator
from hashlib import blake2b, sha256
from typing import TypedDict

GRAM = 16  # tokens in a fingerprint: shorter ones are idioms that everybody writes
WINDOW = 8  # neighbouring fingerprints of which one is kept
MAX_BYTES = 400_000  # of source: beyond it, only equal is alike
NAME, NUMBER = "n", "0"
_DROPPED = {
    tokenize.COMMENT, tokenize.STRING, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT,
    tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER, tokenize.ERRORTOKEN,
}  # fmt: skip


class Prints(TypedDict):
    """What is kept of a submission's source, to be compared.

    Attributes:
        exact: the same for the same bytes.
        normal: the same for the same tokens.
        grams: fingerprints of 16 hexadecimal digits, sorted.
    """

    exact: str
    normal: str
    grams: list[str]


def prints(sources: Iterable[bytes]) -> Prints | None:
    """Return what to compare of a submission's Python files, whatever their names and order.

    None where there are none: who handed in nothing yet is not like another who did so.
    """
    contents = sorted(sources)
    if not contents:
        return None
    exact = sha256(b"".join(sha256(content).digest() for content in contents)).hexdigest()
    if sum(map(len, contents)) > MAX_BYTES:
        return Prints(exact=exact, normal=exact, grams=[])
    lists = sorted(list(tokens(content)) for content in contents)
    normal = sha256(repr(lists).encode()).hexdigest()
    return Prints(
        exact=exact, normal=normal, grams=sorted({g for one in lists for g in grams(one)})
    )


def tokens(source: bytes) -> Iterator[str]:
    """Yield a program's tokens, bent so that other names, texts and layout make no difference.

    Example:
        >>> " ".join(tokens(b"total = price * 2  # in cents"))
        'n = n * 0'
    """
    try:
        found = list(tokenize.tokenize(io.BytesIO(source).readline))
    except (tokenize.TokenError, SyntaxError, ValueError):  # no Python: as text, then
        yield from map(_symbol, _words(source))
        return
    for token in found:
        if token.type == tokenize.NUMBER:
            yield NUMBER
        elif token.type not in _DROPPED and not tokenize.tok_name[token.type].startswith("FSTRING"):
            yield _symbol(token.string)


def _words(source: bytes) -> list[str]:
    text = re.sub(r"#.*", "", source.decode("utf-8", "replace"))
    return re.findall(r"\w+|[^\w\s]", text)


def _symbol(word: str) -> str:
    if word.isidentifier() and not keyword.iskeyword(word):
        return NAME
    return NUMBER if word[:1].isdigit() else word


def grams(symbols: list[str]) -> set[str]:
    """Return the fingerprints that winnowing keeps of some tokens."""
    hashes = [
        blake2b(" ".join(symbols[start : start + GRAM]).encode(), digest_size=8).hexdigest()
        for start in range(len(symbols) - GRAM + 1)
    ]
    last = max(len(hashes) - WINDOW + 1, 1)
    return {min(hashes[start : start + WINDOW]) for start in range(last) if hashes}
