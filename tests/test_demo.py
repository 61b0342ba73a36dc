"""The demo shows every turn of a scenario, and says plainly when there is nothing to show."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from voicekit import demo, scenarios

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = re.findall(r"```\n\$ \.venv/bin/python (.*)\n([^`]*)```", README)
SEARCHER = '''
from voicekit.clinic import ToolTimeout

class VoiceAgent:
    """Searches Tuesday at every turn, and once more where no answer came."""

    def __init__(self, api, sleep):
        self.api, self.sleep, self.handoff = api, sleep, None

    def handle(self, text):
        try:
            self.api.find_slots("tuesday")
        except ToolTimeout:
            self.sleep(0.5)
            self.api.find_slots("tuesday")
        return {"say": "One moment. " * 12, "state": "ASK_TIME", "tool_calls": []}
'''


@pytest.fixture(autouse=True)
def own_path(monkeypatch):
    """Keep `sys.path` as it was: an agent's folder is put on it."""
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def run(tmp_path, capsys):
    """Run the demo on the text of an agent; return its exit code, output and error output."""

    def _run(text, *arguments):
        file = tmp_path / "agent.py"
        file.write_text(text, encoding="utf-8")
        code = demo.main([str(file), *arguments])
        return code, *capsys.readouterr()

    return _run


def test_a_turn_shows_both_sides_the_state_the_tools_and_the_waits(run):
    code, out, err = run(SEARCHER, "--scenario", "retry_ok")

    assert (code, err) == (0, "")
    assert "retry_ok: find_slots gets no answer, then works" in out
    assert "  caller: I'd like to book an appointment\n  agent:  One moment." in out
    assert "[ASK_TIME]  tools: find_slots (timeout), find_slots (ok); waits 0.5 s" in out


def test_plain_text_fits_80_columns_and_has_no_colour_where_there_is_no_terminal(run):
    _, out, _ = run(SEARCHER, "--scenario", "happy")

    assert all(len(line) < 80 for line in out.splitlines())
    assert "\x1b" not in out


@pytest.mark.parametrize(("environ", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_colour_unless_its_user_wants_none(monkeypatch, environ, coloured):
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True)
    demo.Screen(out, environ).show("caller: ", "yes", demo.BOLD)

    assert coloured == ("\x1b[1myes\x1b[0m" in out.getvalue())


def test_without_a_name_all_nine_are_played(run):
    _, out, _ = run(SEARCHER.replace("except ToolTimeout", "except Exception"))

    titles = [line.split(":")[0] for line in out.splitlines() if line and line[0] != " "]
    assert [s.name for s in scenarios.load()] == [t for t in titles if "Ended" not in t]


@pytest.mark.parametrize(
    ("handoff", "words"),
    [
        ({"reason": "tool_failure", "summary": {"day": None}}, "tool_failure (nothing known)"),
        ({"reason": "user_request"}, "{'reason': 'user_request'}"),
        (None, "None"),
    ],
)
def test_a_handoff_is_told_in_words_or_shown_as_it_is(handoff, words):
    assert words == demo.in_words(handoff)


def test_an_agent_that_raises_ends_its_scenario_and_shows_only_its_own_frames(run):
    code, out, _ = run(SEARCHER.replace("ToolTimeout:", "KeyError:"), "--scenario", "retry_ok")

    assert code == 1
    assert 'agent.py", line 12, in handle' in out
    assert "voicekit.errors.ToolTimeout: find_slots: no answer came" in out
    assert "demo.py" not in out
    assert "clinic.py" not in out
    assert "Ended in an error: retry_ok." in out


def test_an_answer_that_is_no_answer_says_what_was_expected(run):
    code, out, _ = run(
        "class VoiceAgent:\n"
        "    def __init__(self, api, sleep): pass\n"
        "    def handle(self, text): return 'hello'\n",
        "--scenario",
        "happy",
    )

    assert code == 1
    assert "handle: expected a dict with say, state and tool_calls, got 'hello'" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class Agent: pass", "expected a class VoiceAgent, got Agent. Check its name."),
        ("x = 1", "expected a class VoiceAgent, got nothing of its own."),
        ("def broken(:", "SyntaxError"),
        ("import no_such_module_here", "No module named 'no_such_module_here'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_file_that_is_no_agent_ends_with_2_and_the_reason(run, text, message):
    code, out, err = run(text)

    assert (code, out) == (2, "")
    assert message in err
    assert "demo.py" not in err


def test_a_missing_file_is_named_in_one_line_with_the_next_step(tmp_path, capsys):
    assert demo.main([str(tmp_path / "nothing.py")]) == 2

    err = capsys.readouterr().err
    assert "nothing.py', where there is none. Name yours: python -m voicekit.demo AGENT.PY" in err
    assert len(err.splitlines()) == 1


def test_a_folder_means_the_agent_in_it(tmp_path, capsys):
    (tmp_path / "agent.py").write_text(SEARCHER, encoding="utf-8")

    assert demo.main([str(tmp_path), "--scenario", "happy"]) == 0


@pytest.mark.parametrize("arguments", [["--scenario", "hapy"], ["--scenario"], ["a.py", "b.py"]])
def test_wrong_usage_ends_with_64(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        demo.main(arguments)

    assert end.value.code == 64
    assert "usage: python -m voicekit.demo" in capsys.readouterr().err


def test_a_wrong_name_is_answered_with_the_right_ones(capsys):
    with pytest.raises(SystemExit):
        demo.main(["--scenario", "hapy"])

    assert "expected one of happy, one_shot, confirm_no" in capsys.readouterr().err


def test_a_reader_who_leaves_early_is_no_error(tmp_path):
    """`python -m voicekit.demo | head -1` ends without a word on stderr."""
    (tmp_path / "agent.py").write_text(SEARCHER, encoding="utf-8")
    command = [sys.executable, "-m", "voicekit.demo", str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.parametrize(("command", "excerpt"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_readme_shows_what_is_really_printed(command, excerpt):
    """Between two lines of "…" every line is as it comes."""
    real = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", *command.split()[1:]],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    ).stdout

    for part in excerpt.split("…\n"):
        assert part in real


def test_the_readme_shows_the_demo_and_the_grader():
    assert [command.split()[1] for command, _ in SHOWN] == ["voicekit.demo", "grader"]
