"""The split between grader and learner's process: what can't be forged, hidden or outlived."""

import io
import os
import textwrap
from pathlib import Path

import pytest

from grader.context import Context
from grader.grading import grade
from grader.limits import Limits
from grader.plain import MAX_TEXT, plain
from grader.starting import Spawner, Zygote
from grader.submission import find
from grader.verdicts import Check, Report
from grader.wire import MAX_LINE_BYTES, Channel, Garbled

AGENTS = Path(__file__).parent / "agents"
PLAIN = (AGENTS / "wrong" / "plain_agent.py").read_text("utf-8")
HASTY = Limits(import_s=4.0, turn_s=1.5, settle_s=0.4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An agent folder with a right agent to build on, as plain_agent.py."""
    (tmp_path / "plain_agent.py").write_text(PLAIN, "utf-8")
    return tmp_path


def graded(folder: Path, source: str, starter: type | None = None) -> Report:
    """Grade an agent that starts with `from plain_agent import VoiceAgent as Right`."""
    head = "import os, sys, time, threading\nfrom plain_agent import VoiceAgent as Right\n"
    (folder / "agent.py").write_text(head + textwrap.dedent(source), "utf-8")
    return grade(Context(find(folder), limits=HASTY, starter=starter), ["booking"])


def of(report: Report, name: str) -> Check:
    """Return the check of a scenario, or of an exercise that has none."""
    return next(c for c in report.checks if name in (c.scenario, c.exercise))


@pytest.mark.parametrize("starter", [Zygote, Spawner])
def test_both_ways_of_starting_judge_alike(folder: Path, starter: type) -> None:
    """Forked or started anew: same verdicts, prints kept apart from answers."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                print("heard", text)
                return super().handle(text)
        """,
        starter,
    )

    assert str(report.verdict) == "PASSED"
    assert "heard Tuesday" in report.learner_output
    assert "own process per scenario" in report.protections


@pytest.mark.parametrize("starter", [Zygote, Spawner])
def test_a_hang_is_told_by_scenario_and_turn(folder: Path, starter: type) -> None:
    """Killed from outside, whatever it catches; the other scenarios are played."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                while text == "Tuesday":
                    try:
                        time.sleep(60)
                    except BaseException:
                        pass
                return super().handle(text)
        """,
        starter,
    )

    happy = of(report, "happy")
    assert (str(happy.verdict), happy.turn) == ("FAILED", 2)
    assert "no answer" in happy.message
    assert str(of(report, "one_shot").verdict) == "PASSED"


def test_a_booking_while_the_agent_is_built_is_told(folder: Path) -> None:
    """It belongs to no turn, and nobody has said yes."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def __init__(self, api, sleep):
                super().__init__(api, sleep)
                try:
                    api.book("monday", "10:00", "x")
                except Exception:
                    pass
        """,
    )

    assert {str(of(report, name).verdict) for name in ("happy", "retry_ok")} == {"FAILED"}
    assert "while the agent was being built: book(monday" in of(report, "happy").message


def test_an_agent_may_look_at_its_clinic(folder: Path) -> None:
    """Bookings are as in the real one, a copy is the same clinic, an odd wait raises."""
    report = graded(
        folder,
        """
        import copy
        class VoiceAgent(Right):
            def handle(self, text):
                answer = super().handle(text)
                assert copy.deepcopy(self.api) is self.api
                got_through = [c for c in self.api.calls if c[2] in ("ok", "timeout")]
                made = [c[1] for c in got_through if c[0] == "book"]
                assert self.api.bookings == made
                try:
                    self.sleep("0.5")
                except TypeError:
                    return answer
        """,
    )

    assert str(report.verdict) == "PASSED"


def test_calls_that_nobody_asked_for_are_worth_a_remark(folder: Path) -> None:
    """No scenario forbids them, but they can't be undone."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                before = len(self.api.calls)
                answer = super().handle(text)
                if answer["state"] == "DONE":
                    self.api.send_text("1234", "booked")
                return {**answer, "tool_calls": [c[0] for c in self.api.calls[before:]]}
        """,
    )

    assert str(report.verdict) == "PASSED"
    assert any("send_text" in remark for remark in report.advice)


def test_a_call_after_handle_has_returned_is_told(folder: Path) -> None:
    """A booking by a thread that outlives its turn is not hidden in the next one."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                answer = super().handle(text)
                if answer["state"] == "CONFIRM":
                    book = lambda: self.api.book("tuesday", "10:00", "Jamie")
                    threading.Timer(0.05, book).start()
                return answer
        """,
    )

    happy = of(report, "happy")
    assert (str(happy.verdict), happy.turn) == ("FAILED", 4)
    assert "after handle had returned" in happy.message


def test_state_that_leaks_is_told_by_its_first_difference(folder: Path) -> None:
    """A list on the class passes alone and fails in company."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            seen = []
            def handle(self, text):
                self.seen.append(text)
                answer = super().handle(text)
                if len(self.seen) > 6:
                    answer["state"] = "LISTEN"
                return answer
        """,
    )

    assert [c.exercise for c in report.checks if str(c.verdict) != "PASSED"] == ["fresh-start"]
    assert "State is shared between agents" in of(report, "fresh-start").message


def test_a_lie_in_tool_calls_fails_its_own_check_only(folder: Path) -> None:
    """The scenarios are judged by what was really called."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                return {**super().handle(text), "tool_calls": ["book"]}
        """,
    )

    assert [c.exercise for c in report.checks if str(c.verdict) != "PASSED"] == ["tool-calls"]
    assert of(report, "tool-calls").turn == 1


def test_an_unwritten_exercise_is_one_red_line(folder: Path) -> None:
    """What needs it waits for it; what does not is judged."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                if text.startswith("no,"):
                    raise NotImplementedError("confirm-no: not written yet")
                if text == "yes":
                    raise NotImplementedError("confirm-yes: not written yet")
                return super().handle(text)
        """,
    )

    printed = [check for check in report.checks if check.run == "printed"]
    verdicts = {str(c.scenario): str(c.verdict) for c in printed if c.scenario}
    assert verdicts["happy"] == verdicts["one_shot"] == "NOT ATTEMPTED"
    assert verdicts["confirm_no"] == "NOT ATTEMPTED"
    assert verdicts["taken"] == verdicts["book_timeout"] == "SKIPPED"
    assert "needs confirm-yes first" in of(report, "taken").message
    assert verdicts["retry_ok"] == "PASSED"


def test_a_submission_can_end_the_process_that_forks(folder: Path) -> None:
    """It loses its own scenario; a new one forks the rest."""
    report = graded(
        folder,
        """
        class VoiceAgent(Right):
            def handle(self, text):
                if text == "Jamie":
                    os.kill(os.getppid(), 9)
                    os._exit(0)
                return super().handle(text)
        """,
    )

    assert str(of(report, "happy").verdict) == "FAILED"
    assert str(of(report, "book_timeout").verdict) == "PASSED"


def test_the_agent_finds_its_files_and_home_and_nothing_of_ours(folder: Path) -> None:
    """It runs where its files are, at ~/voice/agent, with an environment of its own."""
    (folder / "tools.json").write_text("{}")
    report = graded(
        folder,
        """
        from pathlib import Path
        assert Path("tools.json").exists()
        assert (Path.home() / "voice" / "agent" / "tools.json").exists()
        assert Path(os.environ["VOICE_HOME"], "agent", "tools.json").exists()
        assert "SECRET" not in os.environ
        Path("tools.json").unlink()
        class VoiceAgent(Right):
            pass
        """,
    )

    assert str(report.verdict) == "PASSED"
    assert (folder / "tools.json").exists()


def test_output_is_kept_at_both_ends_and_counted(folder: Path) -> None:
    """A flood costs nothing and is cut in the middle."""
    report = graded(
        folder,
        """
        print("first line")
        for _ in range(20000):
            print("x" * 100)
        os.write(1, b"\\xff\\xfe")
        print("last line")
        class VoiceAgent(Right):
            pass
        """,
    )

    assert str(report.verdict) == "PASSED"
    assert "first line" in report.learner_output
    assert "left out" in report.learner_output
    assert len(report.learner_output) < 20_000


@pytest.mark.skipif(not Path("/proc").exists(), reason="counts open files in /proc")
def test_a_run_leaves_no_files_or_descriptors(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies, pipes and processes are gone when the report is there."""
    room = folder / "tmp"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    graded(folder, "class VoiceAgent(Right): pass")
    before = len(os.listdir("/proc/self/fd"))
    graded(folder, "class VoiceAgent(Right): pass")

    assert len(os.listdir("/proc/self/fd")) == before
    assert list(room.iterdir()) == []


class Liar(str):
    """A string that claims to equal everything."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        return "DONE"


@pytest.mark.parametrize(
    ("value", "due"),
    [
        (Liar("LISTEN"), "LISTEN"),
        ({1: (None, True, 2, 0.5)}, {"1": [None, True, 2, 0.5]}),
        (float("nan"), {"!": "float", "repr": "nan"}),
        (object(), {"!": "object", "repr": "<object object>"}),
        ({"a"}, {"!": "set", "repr": "{'a'}"}),
    ],
    ids=["str subclass", "nested", "nan", "object", "set"],
)
def test_only_plain_values_cross(value: object, due: object) -> None:
    """What is not JSON is named, not trusted."""
    crossed = plain(value)

    assert (due, type(due)) == (crossed, type(crossed))


def test_long_values_are_cut() -> None:
    """A value of any size costs no more than a page."""
    assert len(plain("x" * 10_000_000)) < MAX_TEXT + 100
    assert len(plain(list(range(5000)))) == 1000
    nested: list[object] = []
    for _ in range(5000):
        nested = [nested]
    assert "!" in str(plain(nested))


@pytest.mark.parametrize(
    "line", [b"{", b"[]\n", b"nonsense\n", b'{"a": NaN}\n', b"[" * 100_000 + b"\n", b"\xff\n"]
)
def test_what_is_no_message_is_garbled(line: bytes) -> None:
    """Whatever a process writes, reading it ends."""
    with pytest.raises(Garbled):
        Channel(io.BytesIO(line), io.BytesIO()).receive()


def test_a_line_without_end_is_garbled() -> None:
    """No more than the cap is ever read."""
    stream = io.BytesIO(b"x" * (MAX_LINE_BYTES + 10))
    with pytest.raises(Garbled):
        Channel(stream, io.BytesIO()).receive()
    assert stream.tell() == MAX_LINE_BYTES
