"""`chat` asks a language model for text or JSON, `choose` for one label of a few."""

import json
import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

from voicekit.errors import BadInput
from voicekit.llm.endpoint import Endpoint, find
from voicekit.llm.trouble import CutShort, NotUnderstood

TIMEOUT_S = 60.0
Messages = Sequence[Mapping[str, str]]  # [{"role": "system", "content": …}, …]


def chat(
    messages: Messages,
    max_tokens: int = 40,
    json_schema: Mapping[str, Any] | None = None,
    *,
    grammar: str | None = None,
    cache_prompt: bool | None = None,
    timeout_s: float = TIMEOUT_S,
) -> str:
    """Return what the language model answers, at temperature 0. Never hangs.

    Args:
        max_tokens: where the answer is cut. A token is a short word or a piece of a longer one.
        json_schema: the answer is JSON of this form. The form is forced, the content is not: a
            model may give a wrong intent, but none that the schema does not list.
        grammar: the answer follows this grammar, in llama.cpp's notation; for llama.cpp only.
        cache_prompt: whether a llama.cpp server may keep the beginning that this question shares
            with the one before, instead of reading it anew. By default it does. The words of an
            answer may differ with it, so never compare the text of two runs.
        timeout_s: how long it may take, all told.

    Raises:
        NotReached: the question was not read by anybody.
        NoAnswer, Lost: it is not known whether it was read.
        Refused: it was read, and turned down: a wrong schema, a text too long, no such model.
        CutShort: it was answered, and the JSON stops in the middle.
        NotUnderstood: something answered that is no language model.
        BadInput: nothing was sent.

    Example:
        >>> chat([{"role": "user", "content": "hello"}], max_tokens=0)
        Traceback (most recent call last):
        voicekit.errors.BadInput: max_tokens: expected a whole number above 0, got 0
    """
    body = _body(messages, max_tokens, json_schema, grammar, cache_prompt)
    return _ask(find(), body, _checked(timeout_s))


def choose(
    messages: Messages,
    labels: Sequence[str],
    *,
    one_token: bool | None = None,
    timeout_s: float = TIMEOUT_S,
) -> str:
    """Return the one of `labels` that the language model answers with.

    Args:
        one_token: ask for a single token of the label, with a grammar. It is the quickest, and
            only llama.cpp knows it, so the default is yes with the server of `voice-llm up`.
            Where two labels begin with that token, it takes a second question. Without, a JSON
            schema lists the labels.

    Raises:
        As `chat`. BadInput: `labels` are not some different texts.

    Example:
        >>> choose([{"role": "user", "content": "hello"}], ["yes", "yes"])
        Traceback (most recent call last):
        voicekit.errors.BadInput: labels: expected different texts, got ['yes', 'yes']
    """
    if not labels or isinstance(labels, str) or len(set(labels)) < len(labels) or "" in labels:
        raise BadInput("labels", expected="different texts", got=labels)
    endpoint = find()
    by = _by_grammar if (endpoint.own if one_token is None else one_token) else _by_schema
    return by(endpoint, messages, list(labels), _checked(timeout_s))


def _by_grammar(endpoint: Endpoint, messages: Messages, labels: list[str], timeout_s: float) -> str:
    until_s = time.monotonic() + timeout_s
    said = _ask(endpoint, _body(messages, 1, None, _grammar(labels), True), timeout_s)
    left = [label for label in labels if label.startswith(said)]
    if len(left) > 1:  # "h" may become "hours" or "human"
        longest = max(len(label.encode()) for label in left)
        body = _body(messages, longest + 1, None, _grammar(left), True)
        said = _ask(endpoint, body, max(until_s - time.monotonic(), 0.001))
        left = [label for label in left if label == said]
    if not left:
        raise NotUnderstood("one of " + ", ".join(labels), said, "Does it know grammars?")
    return left[0]


def _by_schema(endpoint: Endpoint, messages: Messages, labels: list[str], timeout_s: float) -> str:
    schema = {
        "type": "object",
        "properties": {"label": {"type": "string", "enum": labels}},
        "required": ["label"],
        "additionalProperties": False,
    }
    said = _ask(endpoint, _body(messages, 64, schema, None, None), timeout_s)
    try:
        label = json.loads(said)["label"]
    except (ValueError, TypeError, KeyError):
        label = None
    if label not in labels:
        raise NotUnderstood("one of " + ", ".join(labels), said, "Does it know JSON schemas?")
    return str(label)


def _grammar(labels: Sequence[str]) -> str:
    """Return a grammar of these labels.

    Example:
        >>> print(_grammar(["yes", "no"]))
        root ::= "yes" | "no"
    """
    return "root ::= " + " | ".join(json.dumps(label, ensure_ascii=False) for label in labels)


def _checked(timeout_s: float) -> float:
    if not 0 < timeout_s < math.inf:
        raise BadInput("timeout_s", expected="seconds above 0", got=timeout_s)
    return timeout_s


def _body(
    messages: Messages,
    max_tokens: int,
    json_schema: Mapping[str, Any] | None,
    grammar: str | None,
    cache_prompt: bool | None,
) -> dict[str, Any]:
    if not messages or isinstance(messages, (str, Mapping)):
        expected = 'a list such as [{"role": "user", "content": "hello"}]'
        raise BadInput("messages", expected=expected, got=messages)
    if type(max_tokens) is not int or max_tokens < 1:
        raise BadInput("max_tokens", expected="a whole number above 0", got=max_tokens)
    if json_schema is not None and grammar is not None:
        raise BadInput("json_schema", expected="either it or a grammar", got="both")
    body = {"messages": list(messages), "max_tokens": max_tokens, "temperature": 0}
    if json_schema is not None:
        form = {"name": "answer", "schema": json_schema, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    if grammar is not None:
        body["grammar"] = grammar
    if cache_prompt is not None:  # servers of other makers may refuse what they don't know
        body["cache_prompt"] = cache_prompt
    try:
        json.dumps(body, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput("messages", expected="what JSON can hold", got=str(error)) from None
    return body


def _ask(endpoint: Endpoint, body: dict[str, Any], timeout_s: float) -> str:
    from voicekit.llm.wire import post  # here, since it brings much that only a question needs

    if endpoint.model:
        body = {**body, "model": endpoint.model}
    return _text(post(endpoint, body, timeout_s), body)


def _text(answer: Any, body: Mapping[str, Any]) -> str:
    """Return the text of a chat completion, which is whole where it is JSON."""
    try:
        choice = answer["choices"][0]
        text, ended = choice["message"]["content"], choice.get("finish_reason")
    except (TypeError, KeyError, IndexError, AttributeError):
        text = ended = None
    if not isinstance(text, str):
        raise NotUnderstood("a chat completion with a text", json.dumps(answer), "Check the URL.")
    if ended == "length" and not _usable(text, "response_format" in body):
        raise CutShort(text, body["max_tokens"])
    return text


def _usable(text: str, is_json: bool) -> bool:
    """Tell whether an answer that was cut can be used all the same.

    A cut may fall behind the last brace, where a model only added blanks. A number may go on.

    Example:
        >>> _usable('{"intent": "book"}', True), _usable('{"intent": "bo', True), _usable("1", True)
        (True, False, False)
        >>> _usable("I'd like to", False), _usable("", False)
        (True, False)
    """
    if not is_json:
        return bool(text)
    try:
        return isinstance(json.loads(text), (dict, list, str))
    except ValueError:
        return False
