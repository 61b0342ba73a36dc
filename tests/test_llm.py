"""Asking a language model: every way it can go wrong ends in time and says what is known."""

import contextlib
import inspect
import json
import os
import socket
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from voicekit import llm
from voicekit.errors import BadInput
from voicekit.llm import (
    CutShort,
    LLMError,
    Lost,
    NoAnswer,
    NotReached,
    NotRecorded,
    NotUnderstood,
    Recorded,
    Refused,
    chat,
    choose,
    endpoint,
)

HELLO = [{"role": "user", "content": "hello"}]
SCHEMA = {"type": "object", "properties": {"intent": {"enum": ["yes", "no"]}}}
SHORT_S = 0.15  # what a test gives a server that will not answer in time


def completion(text, ended="stop"):
    message = {"role": "assistant", "content": text}
    return {"choices": [{"index": 0, "message": message, "finish_reason": ended}]}


class Handler(BaseHTTPRequestHandler):
    """Answers as the test says: with a document, with (status, headers, bytes), or by itself."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append((self.path, dict(self.headers), json.loads(body)))
        answers = self.server.answers
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if callable(answer):
            with contextlib.suppress(OSError):  # the client may be gone by now
                answer(self)
            self.close_connection = True
            return
        if not isinstance(answer, tuple):
            answer = (200, {"Content-Type": "application/json"}, json.dumps(answer).encode())
        status, headers, text = answer
        self.send_response(status)
        for name, value in {"Content-Length": str(len(text)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_):  # broken connections are what the tests are about
        pass


@pytest.fixture(autouse=True)
def no_other_server(monkeypatch, tmp_path):
    for name in ("VOICE_LLM_URL", "VOICE_LLM_API_KEY", "VOICE_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VOICE_HOME", str(tmp_path / "voice"))


@pytest.fixture
def over():
    """Is set when the test is over, so that no server waits on."""
    event = Event()
    yield event
    event.set()


@pytest.fixture
def serve(monkeypatch):
    """Start a server with these answers, the last one for ever, and name it in VOICE_LLM_URL."""
    servers = []

    def _serve(*answers):
        server = Server(("127.0.0.1", 0), Handler)
        server.answers, server.asked = list(answers), []
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        server.url = f"http://127.0.0.1:{server.server_port}/v1"
        monkeypatch.setenv("VOICE_LLM_URL", server.url)
        return server

    yield _serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def started(tmp_path):
    """Write down what `voice-llm up` writes about the server it started."""

    def _started(url):
        folder = tmp_path / "voice" / ".llm"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "server.json").write_text(json.dumps({"url": url, "pid": 1, "model": "m"}))

    return _started


@contextlib.contextmanager
def ends_in_time():
    start_s = time.monotonic()
    yield
    assert time.monotonic() - start_s < SHORT_S + 0.5


# --- what is asked ------------------------------------------------------------------------------


def test_a_question_is_sent_as_openai_servers_expect_it(serve):
    server = serve(completion("Good day!"))

    assert chat(HELLO, max_tokens=7) == "Good day!"
    path, headers, body = server.asked[0]
    assert path == "/v1/chat/completions"
    assert headers["Content-Type"] == "application/json"
    assert "Authorization" not in headers
    assert body == {"messages": HELLO, "max_tokens": 7, "temperature": 0}


def test_a_schema_binds_the_answer(serve):
    server = serve(completion('{"intent": "yes"}'))

    assert json.loads(chat(HELLO, json_schema=SCHEMA)) == {"intent": "yes"}
    asked = server.asked[0][2]
    assert asked["response_format"]["type"] == "json_schema"
    assert asked["response_format"]["json_schema"]["schema"] == SCHEMA
    assert asked["max_tokens"] == 40


def test_what_only_llama_cpp_knows_is_sent_only_when_asked_for(serve):
    server = serve(completion("yes"))

    chat(HELLO, grammar='root ::= "yes"', cache_prompt=False)
    assert server.asked[0][2]["grammar"] == 'root ::= "yes"'
    assert server.asked[0][2]["cache_prompt"] is False


def test_key_and_model_go_to_the_server_that_is_named(serve, monkeypatch):
    monkeypatch.setenv("VOICE_LLM_API_KEY", " secret\n")
    monkeypatch.setenv("VOICE_LLM_MODEL", "qwen3")
    server = serve(completion("hi"))

    chat(HELLO)
    _, headers, body = server.asked[0]
    assert headers["Authorization"] == "Bearer secret"
    assert body["model"] == "qwen3"


def test_the_server_of_voice_llm_up_is_asked_where_none_is_named(serve, started, monkeypatch):
    server = serve(completion("hi"))
    monkeypatch.delenv("VOICE_LLM_URL")
    monkeypatch.setenv("VOICE_LLM_API_KEY", "of some cloud")
    started(server.url.removesuffix("/v1"))

    assert chat(HELLO) == "hi"
    assert "Authorization" not in server.asked[0][1]


def test_no_proxy_is_asked_for_this_computer(serve, monkeypatch):
    serve(completion("hi"))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)

    assert chat(HELLO) == "hi"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1"),
        ("https://llm.example/v1/chat/completions", "https://llm.example/v1"),
        ("https://llm.example/openai", "https://llm.example/openai"),
        ("http://[::1]:8000", "http://[::1]:8000/v1"),
    ],
)
def test_an_address_may_be_given_in_several_forms(url, base):
    assert endpoint.find({"VOICE_LLM_URL": url}).url == base


@pytest.mark.parametrize(
    "url",
    [
        "localhost:11434",
        "11434",
        "ftp://a",
        "http://",
        "http://a:b/v1",
        "http://a:99999",
        "http://a b/",
        "http://a/v1?x=1",
        "http://me:secret@a/v1",
        "http://[::1/v1",
        "http://ä",
    ],
)
def test_what_is_no_address_is_refused(monkeypatch, url):
    monkeypatch.setenv("VOICE_LLM_URL", url)

    with pytest.raises(BadInput, match="VOICE_LLM_URL: expected an address such as http"):
        chat(HELLO)


def test_a_key_is_never_shown(monkeypatch):
    monkeypatch.setenv("VOICE_LLM_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("VOICE_LLM_API_KEY", "sec\nret")

    with pytest.raises(BadInput, match="VOICE_LLM_API_KEY") as caught:
        chat(HELLO)
    assert "sec" not in str(caught.value)
    assert "secret" not in repr(llm.Endpoint("http://a/v1", key="secret"))


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "user", "content": object()}]}, "messages"),
        ({"messages": HELLO, "max_tokens": 0}, "max_tokens"),
        ({"messages": HELLO, "max_tokens": True}, "max_tokens"),
        ({"messages": HELLO, "json_schema": {}, "grammar": "root ::= [0-9]"}, "json_schema"),
        ({"messages": HELLO, "timeout_s": 0}, "timeout_s"),
        ({"messages": HELLO, "timeout_s": float("nan")}, "timeout_s"),
    ],
)
def test_what_cannot_be_asked_is_not_sent(serve, arguments, what):
    server = serve(completion("hi"))

    with pytest.raises(BadInput, match=f"^{what}: expected"):
        chat(**arguments)
    assert server.asked == []


# --- nobody gets the question -------------------------------------------------------------------


def test_no_server_at_all():
    with pytest.raises(NotReached, match=r"got none\. Start one: voice-llm up"):
        chat(HELLO)


def test_a_server_that_is_still_starting(started):
    started(None)

    with pytest.raises(NotReached, match="still starting"):
        chat(HELLO)


@pytest.mark.parametrize("text", ["", "[]", "{", '"x"'])
def test_a_broken_state_file_is_no_server(started, tmp_path, text):
    started("http://127.0.0.1:9")
    (tmp_path / "voice" / ".llm" / "server.json").write_text(text)

    with pytest.raises(NotReached, match="voice-llm up"):
        chat(HELLO)


def refused_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def test_a_server_that_has_ended_since(started):
    started(f"http://127.0.0.1:{refused_port()}")

    with pytest.raises(NotReached, match=r"expected a server, got .* Start one: voice-llm up"):
        chat(HELLO)


def test_an_address_where_nobody_listens(monkeypatch):
    monkeypatch.setenv("VOICE_LLM_URL", f"http://127.0.0.1:{refused_port()}")

    with pytest.raises(NotReached, match="is VOICE_LLM_URL right"):
        chat(HELLO)


def test_https_where_only_http_is_spoken(serve, monkeypatch):
    server = serve(completion("hi"))
    monkeypatch.setenv("VOICE_LLM_URL", server.url.replace("http:", "https:"))

    with pytest.raises((NotReached, Lost)):
        chat(HELLO, timeout_s=2)


# --- time ---------------------------------------------------------------------------------------


def test_a_server_that_never_answers(serve, over):
    serve(lambda handler: over.wait(5))

    with ends_in_time(), pytest.raises(NoAnswer, match=r"within 0.15 s, got none"):
        chat(HELLO, timeout_s=SHORT_S)


def trickle(text, over):
    """Send a byte now and then: each read succeeds, and the whole never ends."""

    def answer(handler):
        for byte in text:
            handler.wfile.write(bytes([byte]))
            if over.wait(0.02):
                return

    return answer


@pytest.mark.parametrize("before", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"])
def test_a_server_that_sends_a_byte_now_and_then(serve, over, before):
    """In the head of its answer, or in the body."""

    def answer(handler):
        handler.wfile.write(before)
        trickle(b"HTTP/1.1 200 OK" * 30, over)(handler)

    serve(answer)

    with ends_in_time(), pytest.raises(NoAnswer):
        chat(HELLO, timeout_s=SHORT_S)


def test_a_host_that_takes_for_ever_to_be_found(monkeypatch, over):
    monkeypatch.setenv("VOICE_LLM_URL", "http://llm.example")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(5) or [])

    with ends_in_time(), pytest.raises(NoAnswer):
        chat(HELLO, timeout_s=SHORT_S)


def test_a_server_that_accepts_nothing(monkeypatch):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(1)
        monkeypatch.setenv("VOICE_LLM_URL", f"http://127.0.0.1:{server.getsockname()[1]}")

        with ends_in_time(), pytest.raises(NoAnswer):
            chat(HELLO, timeout_s=SHORT_S)


def test_the_next_question_is_asked_as_if_nothing_had_happened(serve, over):
    serve(lambda handler: over.wait(5), completion("hi"))

    with pytest.raises(NoAnswer):
        chat(HELLO, timeout_s=SHORT_S)
    assert chat(HELLO) == "hi"


# --- broken connections -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"choices"',
        b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"choices"',
        b"HTTP/1.1 500 No\r\nContent-Length: 500\r\n\r\nSorry",
    ],
)
def test_a_server_that_dies_in_the_middle(serve, sent):
    serve(lambda handler: handler.wfile.write(sent))

    with pytest.raises((Lost, NotUnderstood) if sent.endswith(b"OK\r\n") else Lost):
        chat(HELLO, timeout_s=5)


def test_a_connection_that_is_reset(serve):
    def reset(handler):
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        handler.connection.close()

    serve(reset)

    with pytest.raises(Lost, match="broken connection"):
        chat(HELLO, timeout_s=5)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "text", "told"),
    [
        (400, b'{"error": {"code": 400, "message": "bad schema"}}', "HTTP 400: bad schema"),
        (400, b'{"error": "model is required"}', "HTTP 400: model is required"),
        (401, b'{"error": {"message": "no key."}}', "no key. Is VOICE_LLM_API_KEY right?"),
        (404, b'{"detail": "Not Found"}', r"Not Found. Are VOICE_LLM_URL .* right\?"),
        (429, b"", r"HTTP 429: \(no word\). Wait a little"),
        (500, b"<h1>Oh\n no</h1>", "HTTP 500: <h1>Oh no</h1>"),
        (503, b"\xff\xfe", "HTTP 503"),
        (500, b"[" * 100_000, "HTTP 500"),
    ],
)
def test_a_refusal_says_what_the_server_said(serve, status, text, told):
    serve((status, {}, text))

    with pytest.raises(Refused, match=told) as caught:
        chat(HELLO)
    assert caught.value.status == status
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_told_and_not_followed(serve, monkeypatch, status):
    """Whoever it points to would get the key."""
    monkeypatch.setenv("VOICE_LLM_API_KEY", "secret")
    elsewhere = serve(completion("hi"))
    serve((status, {"Location": elsewhere.url}, b""))

    with pytest.raises(Refused, match=f"look at {elsewhere.url}"):
        chat(HELLO)
    assert elsewhere.asked == []


# --- answers that are none ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        {},
        [],
        3,
        "hello",
        {"choices": []},
        {"choices": [3]},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": None, "refusal": "I can't"}}]},
        {"choices": [{"message": {"content": ["a"]}}]},
    ],
)
def test_json_that_is_no_chat_completion(serve, document):
    serve(document)

    with pytest.raises(NotUnderstood, match="expected a chat completion with a text, got"):
        chat(HELLO)


@pytest.mark.parametrize("text", [b"<html>It works!</html>", b"", b"\xff", b"{", b"null"])
def test_an_answer_that_is_no_json(serve, text):
    serve((200, {"Content-Type": "text/html"}, text))

    with pytest.raises(NotUnderstood, match=r"expected JSON, got .* the right address"):
        chat(HELLO)


def test_the_content_type_does_not_matter_where_the_answer_is_good(serve):
    serve((200, {"Content-Type": "text/plain"}, json.dumps(completion("hi")).encode()))

    assert chat(HELLO) == "hi"


def test_a_server_that_speaks_no_http(serve):
    serve(lambda handler: handler.wfile.write(b"220 mail.example ESMTP\r\n"))

    with pytest.raises(NotUnderstood, match="expected HTTP"):
        chat(HELLO, timeout_s=5)


def test_an_answer_without_end(serve, monkeypatch):
    from voicekit.llm import wire

    monkeypatch.setattr(wire, "MAX_BYTES", 1000)
    serve((200, {}, b" " * 70_000))

    with pytest.raises(NotUnderstood, match="more than 1000 bytes"):
        chat(HELLO)


# --- answers that are cut -----------------------------------------------------------------------


def test_json_that_max_tokens_cut(serve):
    serve(completion('{"inte', "length"))

    with pytest.raises(CutShort, match=r"cut at max_tokens=6\. Allow more tokens") as caught:
        chat(HELLO, 6, SCHEMA)
    assert caught.value.text == '{"inte'


def test_json_that_was_cut_behind_its_end_is_whole(serve):
    serve(completion('{"intent": "yes"}\n\n', "length"))

    assert json.loads(chat(HELLO, 40, SCHEMA)) == {"intent": "yes"}


def test_text_may_be_cut_but_not_before_its_first_word(serve):
    serve(completion("I would like", "length"), completion("", "length"))

    assert chat(HELLO, 3) == "I would like"
    with pytest.raises(CutShort):
        chat(HELLO, 3)


# --- one label of a few -------------------------------------------------------------------------

LABELS = ("human", "hours", "yes", "no", "not yet")


@pytest.mark.parametrize(
    ("said", "label"), [(["y"], "yes"), (["yes"], "yes"), (["h", "hours"], "hours")]
)
def test_one_token_is_enough_where_it_tells(serve, said, label):
    server = serve(*map(completion, said))

    assert choose(HELLO, LABELS, one_token=True) == label
    assert len(server.asked) == len(said)
    assert server.asked[0][2]["max_tokens"] == 1
    assert server.asked[0][2]["grammar"].startswith('root ::= "human" | "hours"')


def test_a_label_that_begins_another_is_asked_again(serve):
    server = serve(completion("no"), completion("no"))

    assert choose(HELLO, LABELS, one_token=True) == "no"
    assert server.asked[1][2]["grammar"] == 'root ::= "no" | "not yet"'


def test_other_servers_get_a_schema(serve):
    server = serve(completion('{"label": "no"}'))

    assert choose(HELLO, LABELS) == "no"
    asked = server.asked[0][2]
    schema = asked["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["label"]["enum"] == list(LABELS)
    assert "grammar" not in asked


def test_the_server_of_voice_llm_up_gets_a_grammar(serve, started, monkeypatch):
    server = serve(completion("yes"))
    monkeypatch.delenv("VOICE_LLM_URL")
    started(server.url)

    assert choose(HELLO, LABELS) == "yes"
    assert "grammar" in server.asked[0][2]


@pytest.mark.parametrize("one_token", [True, False])
@pytest.mark.parametrize("said", ["maybe", "{}", '{"label": "maybe"}', '{"label": ["no"]}', "3"])
def test_a_label_that_was_not_offered_is_none(serve, one_token, said):
    serve(completion(said))

    with pytest.raises(NotUnderstood, match="expected one of human, hours"):
        choose(HELLO, LABELS, one_token=one_token)


@pytest.mark.parametrize("labels", [[], "yes", ["a", "a"], ["a", ""]])
def test_labels_must_differ(labels):
    with pytest.raises(BadInput, match="labels"):
        choose(HELLO, labels)


def test_both_questions_of_a_choice_share_the_time(serve, over):
    serve(completion("h"), lambda handler: over.wait(5))

    with ends_in_time(), pytest.raises(NoAnswer):
        choose(HELLO, LABELS, one_token=True, timeout_s=SHORT_S)


# --- recorded replies ---------------------------------------------------------------------------


def test_what_was_recorded_is_replayed_without_a_server(serve, tmp_path, monkeypatch):
    server = serve(completion("hi"), completion('{"intent": "no"}'), completion('{"label": "yes"}'))
    file = tmp_path / "replies.json"

    def ask(recorded):
        return [
            recorded.chat(HELLO),
            recorded.chat(HELLO, 30, SCHEMA, cache_prompt=False),
            recorded.choose(HELLO, ["yes", "no"]),
        ]

    first = ask(Recorded(file, record=True))
    monkeypatch.setenv("VOICE_LLM_URL", f"http://127.0.0.1:{refused_port()}")

    assert first == ask(Recorded(file)) == ["hi", '{"intent": "no"}', "yes"]
    assert ask(Recorded(file, record=True)) == first
    assert len(server.asked) == 3


def test_a_cut_is_recorded_and_replayed_as_a_cut(serve, tmp_path):
    serve(completion('{"in', "length"))
    for record in (True, False):
        recorded = Recorded(tmp_path / "r.json", record=record)
        with pytest.raises(CutShort, match="max_tokens=5") as caught:
            recorded.chat(HELLO, 5, SCHEMA)
        assert caught.value.text == '{"in'


def test_any_other_trouble_is_not_recorded(tmp_path):
    with pytest.raises(NotReached):
        Recorded(tmp_path / "r.json", record=True).chat(HELLO)
    assert not (tmp_path / "r.json").exists()


@pytest.fixture
def recorded(tmp_path):
    file = tmp_path / "replies.json"
    request = {"max_tokens": 40, "messages": HELLO}
    file.write_text(json.dumps([{"request": request, "reply": "hi"}]))
    return Recorded(file)


def test_how_long_it_may_take_is_no_part_of_a_request(recorded):
    assert recorded.chat(HELLO, timeout_s=3) == "hi"


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda r: r.chat([{"role": "user", "content": "bye"}]), '"bye"}, or others before it'),
        (lambda r: r.chat(HELLO, 41), '"hello"} with another max_tokens'),
        (lambda r: r.chat(HELLO, json_schema=SCHEMA), "with another json_schema"),
        (lambda r: r.choose(HELLO, ["a"]), "with another labels"),
    ],
)
def test_a_question_that_was_not_recorded_is_refused(recorded, ask, told):
    with pytest.raises(NotRecorded) as caught:
        ask(recorded)
    assert told in str(caught.value)
    assert "replies.json: expected a recorded question" in str(caught.value)


@pytest.mark.parametrize(
    "text", ["{", "{}", "[3]", '[{"request": {}, "reply": "a"}]', '[{"request": {"messages": []}}]']
)
def test_a_file_that_is_no_recording_is_refused(tmp_path, text):
    (tmp_path / "r.json").write_text(text)

    with pytest.raises(BadInput, match=r"r\.json: expected"):
        Recorded(tmp_path / "r.json")


def test_a_recording_that_is_not_there_is_missed(tmp_path):
    with pytest.raises(FileNotFoundError):
        Recorded(tmp_path / "r.json")


def test_recorded_takes_what_the_real_ones_take():
    for name in ("chat", "choose"):
        real = inspect.signature(getattr(llm, name))
        mine = inspect.signature(getattr(Recorded, name))
        assert list(mine.parameters.values())[1:] == list(real.parameters.values())


# --- all of them --------------------------------------------------------------------------------


def test_every_error_can_be_caught_as_one():
    for name in llm.__all__:
        thing = getattr(llm, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, LLMError)


def test_importing_it_costs_little():
    """What only a question needs is imported with the first question."""
    told = subprocess.run(
        [sys.executable, "-c", "import sys, voicekit.llm; print(*sys.modules)"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert not {"urllib.request", "http.client", "ssl", "xllamacpp"} & set(told)
