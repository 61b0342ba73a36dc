"""One question over HTTP that ends in time, whatever the server does."""

import json
import time
from functools import cache
from http.client import HTTPException, IncompleteRead
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from urllib import request as http
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from voicekit.llm.endpoint import Endpoint
from voicekit.llm.trouble import LLMError, Lost, NoAnswer, NotReached, NotUnderstood, Refused

MAX_BYTES = 10_000_000
LOOPBACK = ("127.0.0.1", "localhost", "::1")
Answer = tuple[int, str, bytes]  # HTTP status, where it sends us instead, what it says
ADVICE = {
    401: "Is VOICE_LLM_API_KEY right?",
    403: "Is VOICE_LLM_API_KEY right?",
    404: "Are VOICE_LLM_URL (it mostly ends in /v1) and VOICE_LLM_MODEL right?",
    405: "Is VOICE_LLM_URL right? It mostly ends in /v1.",
    429: "Wait a little, then ask again.",
}


def post(endpoint: Endpoint, body: dict[str, Any], timeout_s: float) -> Any:
    """Ask for a chat completion and return the JSON that comes back.

    `timeout_s` holds for all of it: finding the host, connecting, and every byte. That is why a
    thread does it: a socket's own time-out holds for one read, and a server that sends a byte now
    and then never runs into it.

    Raises:
        NotReached, NoAnswer, Lost, Refused, NotUnderstood: as they say.
    """
    answers: SimpleQueue[Answer | Exception] = SimpleQueue()
    until_s = time.monotonic() + timeout_s

    def fetch() -> None:
        try:
            answers.put(_fetch(_request(endpoint, body), timeout_s, until_s))
        except Exception as error:  # it is the caller's, who waits in another thread
            answers.put(error)

    Thread(target=fetch, daemon=True, name="voicekit.llm").start()
    try:
        answer = answers.get(timeout=timeout_s)
    except Empty:
        answer = TimeoutError()
    if isinstance(answer, Exception):
        raise _in_words(answer, endpoint, timeout_s) from None
    return _judged(endpoint, *answer)


def _request(endpoint: Endpoint, body: dict[str, Any]) -> http.Request:
    headers = {"Content-Type": "application/json", "User-Agent": "voicekit"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    return http.Request(f"{endpoint.url}/chat/completions", json.dumps(body).encode(), headers)


class _StayHere(http.HTTPRedirectHandler):
    """Follow no redirect: it would drop the question, and take the key to somebody else."""

    def redirect_request(self, *_: Any) -> None:
        return None


@cache
def _opener(loopback: bool) -> http.OpenerDirector:
    no_proxies: dict[str, str] = {}  # no proxy knows what runs on this computer
    return http.build_opener(_StayHere, http.ProxyHandler(no_proxies if loopback else None))


def _fetch(request: http.Request, timeout_s: float, until_s: float) -> Answer:
    opener = _opener(urlsplit(request.full_url).hostname in LOOPBACK)
    try:
        response = opener.open(request, timeout=timeout_s)
    except HTTPError as error:  # an answer all the same, with a status that is no success
        response = error
    with response:
        text = b""
        while piece := response.read1(65536):
            text += piece
            if time.monotonic() > until_s:
                raise TimeoutError
            if len(text) > MAX_BYTES:
                raise HTTPException(f"more than {MAX_BYTES} bytes")
        announced = response.headers.get("Content-Length", "")
        if announced.isdigit() and len(text) < int(announced):
            raise IncompleteRead(text)
        return response.status, response.headers.get("Location", ""), text


def _in_words(error: Exception, endpoint: Endpoint, timeout_s: float) -> Exception:
    """Return what to tell the caller of an error; one that nobody thought of stays as it is."""
    connecting = isinstance(error, URLError)
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return NoAnswer(
            f"{endpoint.url}: expected an answer within {timeout_s:g} s, got none. "
            "Ask again, or allow more time: timeout_s"
        )
    broke = isinstance(reason, (ConnectionResetError, ConnectionAbortedError, BrokenPipeError))
    if connecting and not broke:
        why = getattr(reason, "strerror", None) or str(reason)
        return NotReached(f"{endpoint.url}: expected a server, got {why!r}. {endpoint.next_step}")
    if isinstance(reason, (OSError, IncompleteRead)):
        return Lost(
            f"{endpoint.url}: expected a whole answer, got a broken connection. "
            "Ask again; if that fails too, the server has ended."
        )
    if isinstance(reason, HTTPException):
        return NotUnderstood("HTTP", str(reason), endpoint.next_step)
    return error


def _judged(endpoint: Endpoint, status: int, elsewhere: str, text: bytes) -> Any:
    """Return the JSON of an answer with status 200."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):  # UnicodeDecodeError is one
        answer = None
    if status != 200:
        raise _refusal(endpoint, status, elsewhere, _message(answer, text))
    if answer is None:
        shown = text.decode("utf-8", "replace")
        raise NotUnderstood("JSON", shown, f"Is {endpoint.url} the right address?")
    return answer


def _refusal(endpoint: Endpoint, status: int, elsewhere: str, said: str) -> LLMError:
    advice = ADVICE.get(status, "")
    if elsewhere and 300 <= status < 400:
        said, advice = f"look at {elsewhere}", "If you trust it, put it into VOICE_LLM_URL."
    text = f"{endpoint.url}: expected an answer, got HTTP {status}: {said or '(no word)'}"
    return Refused(f"{text}. {advice}".rstrip() if advice else text, status)


def _message(answer: Any, text: bytes) -> str:
    """Return what a server says of its refusal, wherever it says it.

    Example:
        >>> _message({"error": {"code": 400, "message": "no such model"}}, b"")
        'no such model'
        >>> _message({"error": "model is required"}, b""), _message(None, b"<h1>Bad Gateway</h1>")
        ('model is required', '<h1>Bad Gateway</h1>')
    """
    for name in ("error", "message", "detail"):
        if isinstance(answer, dict) and answer.get(name):
            answer = answer[name]
    shown = answer if isinstance(answer, str) else text.decode("utf-8", "replace")
    return " ".join(shown.split())[:300].rstrip(".")
