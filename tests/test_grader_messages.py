"""The catalogue of messages: every sentence that is asked for is there, with what it needs."""

import ast
import string
from pathlib import Path

from grader.messages import ENGLISH

SOURCES = sorted((Path(__file__).parent.parent / "grader").rglob("*.py"))
CALLS = [
    (path, node)
    for path in SOURCES
    for node in ast.walk(ast.parse(path.read_text("utf-8")))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"
]


def fields(key: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(ENGLISH[key]) if name}


def test_every_sentence_is_given_what_it_needs() -> None:
    """A missing value would only show when that very mistake is graded."""
    checked = 0
    for path, call in CALLS:
        given = {keyword.arg for keyword in call.keywords}
        if isinstance(call.args[0], ast.Constant) and None not in given:
            key = call.args[0].value
            assert fields(key) <= given, (path.name, call.lineno, key)
            checked += 1

    assert checked > 40


def test_no_sentence_is_left_over() -> None:
    """Each key stands as a string somewhere in the grader."""
    words = {
        node.value
        for path in SOURCES
        if path.name != "messages.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }

    assert set(ENGLISH) - words == set()
