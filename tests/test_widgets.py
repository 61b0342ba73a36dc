"""Every picture has a table of the same data, and the phone panel can be used in every way."""

import subprocess
import sys
from functools import partial
from html import escape
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib", reason="matplotlib draws two of the figures")
pytest.importorskip("ipywidgets", reason="the phone panel is made of ipywidgets")

from transitions import Machine

from voicekit import scenarios, trace
from voicekit.clinic import ClinicAPI, ToolTimeout
from voicekit.errors import BadInput
from voicekit.widgets import Figure, Phone, phone, show_calls, show_confusion, show_states
from voicekit.widgets.panel import finished_agent
from voicekit.widgets.plans import PLANS, SUGGESTED

FINISHED = finished_agent()
NINE = {scenario.name: scenario for scenario in scenarios.load()}
STATES = list(scenarios.STATES)
ONE_SHOT = "Book me on Tuesday at ten a m, my name is Jamie"


def agent_with(table, **options):
    """Return an agent with a table of transitions and methods for its guards."""
    agent = SimpleNamespace(_sure=lambda: True, _late=lambda: False, _book=lambda: None)
    options = {"auto_transitions": False, **options}
    agent.machine = Machine(agent, STATES, "LISTEN", table, **options)
    return agent


def confusion():
    return show_confusion(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"], title="Rules")


FIGURES = {
    "finished agent": lambda: show_states(FINISHED(ClinicAPI())),
    "no table": lambda: show_states(SimpleNamespace(state="CONFIRM")),
    "retries": lambda: show_calls(trace.play(FINISHED, NINE["retry_fail"])),
    "refused": lambda: show_calls(trace.play(FINISHED, NINE["taken"]), "taken"),
    "nothing said": lambda: show_calls([]),
    "confusion": confusion,
    "no labels": lambda: show_confusion([], []),
}
each_figure = pytest.mark.parametrize("make", FIGURES.values(), ids=FIGURES.keys())


def drawn(figure: Figure) -> list[str]:
    """Return the texts of a figure's picture. That it can be parsed is a test as well."""
    root = ElementTree.fromstring(figure.picture())
    return [part.text or "" for part in root.iter() if part.tag.endswith("text")]


# Every figure


@each_figure
def test_a_figure_says_what_it_shows(make):
    root = ElementTree.fromstring(make().picture())

    assert root.get("role") == "img"
    assert len(root.get("aria-label")) > 20


@each_figure
def test_a_figure_has_a_table_with_a_caption_and_heads(make):
    figure = make()
    html = figure._repr_html_()

    assert html.count('<th scope="col"') == len(figure.columns)
    assert html.count('<th scope="row"') == len(figure.rows)
    assert f"{escape(figure.title)}, as a table</caption>" in html
    assert all(len(row) == len(figure.columns) for row in figure.rows)


@each_figure
def test_a_figure_is_the_same_every_time(make):
    assert make()._repr_html_() == make()._repr_html_()
    assert repr(make()) == repr(make())


@each_figure
def test_a_figure_takes_the_colours_of_the_theme_and_brings_no_ids(make):
    svg = make().svg

    assert "var(--jp-content-font-color1, currentColor)" in svg
    assert "#0" not in svg.replace("xlink:href", "")
    assert 'id="text' not in svg
    assert "<metadata" not in svg


def test_a_figure_is_text_where_there_is_no_picture():
    assert repr(confusion()).splitlines() == [
        "Rules",
        "expected ↓ got → | yes | no",
        "-----------------+-----+---",
        "yes              | 1   | 1",
        "no               | 0   | 2",
        "3 of 4 are right. yes was taken for no once.",
    ]


def test_long_cells_of_the_plain_table_are_broken():
    figure = Figure("t", "a", "<svg/>", ["what", "n"], [["some words " * 9, "1"]])

    assert max(map(len, repr(figure).splitlines())) < 79
    assert repr(figure).count("some words") == 9


def test_what_stands_in_a_figure_can_be_anything():
    odd = '<script>alert("x")</script> & $x^2$'
    figure = show_confusion([odd], ["ご予約"], title=odd)

    assert "<script" not in figure._repr_html_()
    assert {odd, "ご予約"} <= {*drawn(figure)}


def test_importing_the_widgets_is_cheap():
    code = "import sys, voicekit.widgets; print({'matplotlib', 'ipywidgets'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"


# States


def test_the_states_of_the_finished_agent_are_drawn_from_its_table():
    figure = show_states(FINISHED(ClinicAPI()))
    words = drawn(figure)

    assert {*STATES, "now", "from any of these five", "from any of these six"} <= {*words}
    for _, trigger, _, only_if, then in figure.rows:
        assert trigger in words
        assert only_if == "–" or f"if {only_if}" in words
        assert then == "–" or f"then {then}" in words
    assert figure.rows[-1][1:3] == ["hand_off", "HANDOFF"]
    assert figure.rows[-1][0] == "LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM, DONE"
    assert ["CONFIRM", "yes", "stays", "_is_consent", "_book"] in figure.rows


def test_the_current_state_says_now():
    agent = FINISHED(ClinicAPI())
    agent.handle(ONE_SHOT)
    figure = show_states(agent)
    words = drawn(figure)

    assert words[words.index("now") - 1] == "CONFIRM"
    assert "now CONFIRM" in figure.alt


def test_guards_are_named_also_where_they_must_say_no():
    agent = agent_with([["yes", "CONFIRM", "DONE", "_sure", ["_late"], "_book"]])
    figure = show_states(agent)

    assert figure.rows == [["CONFIRM", "yes", "DONE", "_sure and not _late", "_book"]]
    assert {"if _sure", "if not _late", "then _book"} <= {*drawn(figure)}


def test_a_guard_without_a_name_gets_none_with_an_address():
    guards = [lambda: True, partial(int, "1")]
    figure = show_states(agent_with([["yes", "CONFIRM", "DONE", guards]]))

    assert figure.rows[0][3] == "a lambda and int"


def test_moves_from_three_states_or_more_are_one_bar():
    table = [["day", ["LISTEN", "ASK_TIME", "CONFIRM"], "ASK_DAY"], ["hand_off", "*", "HANDOFF"]]
    words = drawn(show_states(agent_with(table)))

    assert "from LISTEN, ASK_TIME, CONFIRM" in words
    assert "from any of these seven" in words
    assert words.count("day") == words.count("hand_off") == 1


def test_two_triggers_between_the_same_states_share_a_line():
    table = [["yes", "CONFIRM", "DONE"], ["sure", "CONFIRM", "DONE"]]
    figure = show_states(agent_with(table))

    assert {"yes", "sure"} <= {*drawn(figure)}
    assert figure.svg.count("<polygon") == 1


def test_arrows_that_nobody_wrote_are_left_out_and_told_of():
    figure = show_states(agent_with([["yes", "CONFIRM", "DONE"]], auto_transitions=True))

    assert len(figure.rows) == 1
    assert "7 triggers such as to_LISTEN()" in figure.notes[0]


class Unwritten:
    state = "LISTEN"

    @property
    def machine(self):
        raise NotImplementedError("transition-table: not written yet")


class Broken:
    state = "LISTEN"

    @property
    def machine(self):
        return Machine(self, STATES, "LISTEN", [["yes", "CONFIRM"]])


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        (Unwritten(), "The table of transitions is not written yet, so no arrow leads on."),
        (Broken(), "The table of transitions can't be read: "),
        (SimpleNamespace(state="LISTEN"), "This agent has no table of transitions"),
        (SimpleNamespace(state="LISTENING"), "state is 'LISTENING', which is none of the seven."),
        (SimpleNamespace(), "The agent's state is None"),
    ],
)
def test_without_a_table_the_states_stand_alone_with_a_sentence(agent, sentence):
    figure = show_states(agent)

    assert {*STATES} <= {*drawn(figure)}
    assert any(sentence in note for note in figure.notes)
    assert escape(sentence) in figure._repr_html_()
    assert [row[0] for row in figure.rows] == STATES


def test_arrows_of_a_misspelt_state_are_not_drawn_but_told_of():
    figure = show_states(agent_with([["yes", "CONFRIM", "DONE"], ["day", "LISTEN", "ASK_DAY"]]))

    assert figure.notes == ["Not drawn: arrows from or to CONFRIM, none of the seven."]
    assert [row[1] for row in figure.rows] == ["yes", "day"]
    assert "yes" not in drawn(figure)


# Calls


@pytest.mark.parametrize("name", NINE)
def test_calls_and_waits_are_drawn_and_stand_in_the_table(name):
    turns = trace.play(FINISHED, NINE[name])
    figure = show_calls(turns)
    words = drawn(figure)

    assert [r[2].split("(")[0] for r in figure.rows if r[2] not in ("wait", "–")] == [
        call[0] for turn in turns for call in turn.calls
    ]
    assert [r[3] for r in figure.rows if r[2] == "wait"] == [
        f"{seconds:g} s" for turn in turns for seconds in turn.waits
    ]
    for _, _, what, outcome, state in figure.rows:
        assert state in words
        assert what in ("wait", "–") or what.split("(")[0] in words
        assert outcome == "–" or outcome in words


def test_a_turn_with_too_much_to_draw_says_how_much_more_there_was():
    call = ("find_slots", ("monday",), "timeout")
    row = trace.row("x", 1, "Monday", {"say": "", "state": "ASK_DAY"}, [call] * 50)
    figure = show_calls([trace.Turn(row, [call] * 50, None)])

    drawn_calls = drawn(figure).count("find_slots")
    assert 1 < drawn_calls < 6
    assert f"and {50 - drawn_calls} more" in drawn(figure)
    assert len(figure.rows) == 50


def test_rows_of_a_trace_can_be_drawn_as_well():
    figure = show_calls(trace.record(FINISHED, NINE["taken"]))

    assert [row[3] for row in figure.rows] == ["worked", "refused", "worked", "–", "worked"]


# Confusion


def test_the_matrix_counts_what_was_given_for_what():
    figure = confusion()

    assert figure.columns[1:] == ("yes", "no")
    assert figure.rows == [["yes", "1", "1"], ["no", "0", "2"]]
    assert drawn(figure)[-2:] == ["0", "2"]


def test_the_matrix_keeps_the_order_of_labels_and_adds_those_that_are_missing():
    figure = show_confusion(["a"], ["odd"], ["b", "a"])

    assert [row[0] for row in figure.rows] == ["b", "a", "odd"]


def test_lists_of_different_length_make_no_matrix():
    with pytest.raises(BadInput, match="expected 2 labels, got 1"):
        show_confusion(["a", "b"], ["a"])


# Phone


def log(panel: Phone) -> list[str]:
    """Return the lines of the conversation."""
    return [
        "".join(ElementTree.fromstring(line.value).itertext()) for line in panel.parts.log.children
    ]


def offered(panel):
    return [b.description for b in panel.parts.suggestions if b.layout.display != "none"]


def press_enter(panel, words):
    """Do what a browser does on Enter: tell of it, then send what was written."""
    panel.parts.text._handle_custom_msg({"event": "submit"}, [])
    panel.parts.text.value = words


def test_the_phone_calls_the_finished_agent():
    panel = phone()
    press_enter(panel, "I'd like to book an appointment")

    assert log(panel) == [
        "A new call. What goes wrong: nothing, every tool works.",
        "Caller: I'd like to book an appointment",
        "Agent: Which day would you like, Monday to Saturday?now ASK_DAY",
    ]
    assert "now ASK_DAY" in panel.parts.picture.value
    assert panel.parts.text.value == ""


def test_send_says_what_was_written():
    panel = phone()
    panel.parts.text.value = ONE_SHOT
    assert len(log(panel)) == 1  # written is not said
    panel.parts.send.click()

    assert "now CONFIRM" in log(panel)[-1]
    assert "find_slots(tuesday)" in panel.parts.calls.value


def test_a_press_that_overtakes_its_words_says_them_when_they_come():
    panel = phone()
    panel.parts.send.click()
    panel.parts.text.value = "Tuesday"

    assert log(panel)[1] == "Caller: Tuesday"


def test_enter_on_words_that_were_left_there_waits_for_their_last_version():
    panel = phone()
    panel.parts.text.value = "two thir"  # written, then left with Tab
    panel.parts.text._handle_custom_msg({"event": "submit"}, [])
    assert "press Send" in panel.parts.status.value
    panel.parts.text.value = "two thirty"

    assert log(panel)[1] == "Caller: two thirty"
    assert panel.parts.status.value == ""


@pytest.mark.parametrize("words", ["", "   "])
def test_saying_nothing_is_remarked_on_and_costs_no_turn(words):
    panel = phone(say=[words])

    assert "Nothing was said" in panel.parts.status.value
    assert len(log(panel)) == 1


def test_one_can_click_through_a_whole_call():
    panel = phone()
    for _ in range(5):
        panel.parts.suggestions[0].click()

    assert "now DONE" in log(panel)[-1]
    assert offered(panel) == []


def test_suggestions_fit_the_state():
    panel = phone(say=[ONE_SHOT])

    assert offered(panel) == [*SUGGESTED["CONFIRM"]]


def test_focus_returns_to_the_text(monkeypatch):
    panel = phone()
    sent = []
    monkeypatch.setattr(panel.parts.text, "send", sent.append)
    panel.parts.send.click()
    panel.parts.suggestions[0].click()
    panel.parts.new.click()

    assert sent == [{"do": "focus"}] * 3


def test_a_plan_chosen_before_the_first_word_holds_at_once():
    panel = phone()
    panel.parts.plan.value = "no search ever gets an answer"
    panel.say(ONE_SHOT)

    assert panel.parts.calls.value.count("no answer") == 3
    assert "0.5 s" in panel.parts.calls.value
    assert "tool_failure" in panel.parts.handoff.value
    assert "10:00" in panel.parts.handoff.value


def test_a_plan_chosen_during_a_call_waits_for_the_next():
    panel = phone(say=[ONE_SHOT])
    panel.parts.plan.value = "the time has just been taken"
    assert "New call" in panel.parts.status.value
    assert len(log(panel)) == 3
    panel.parts.new.click()
    panel.say(ONE_SHOT)
    panel.say("yes")

    assert log(panel)[0] == "A new call. What goes wrong: the time has just been taken."
    assert "refused" in panel.parts.calls.value


def test_a_new_call_forgets_the_last():
    panel = phone(plan={"find_slots": ["error"]}, say=[ONE_SHOT])
    panel.parts.new.click()

    assert len(log(panel)) == 1
    assert "none yet" in panel.parts.calls.value
    assert panel.parts.handoff.value == ""
    assert "now LISTEN" in panel.parts.picture.value


def test_every_plan_is_one_that_the_clinic_knows():
    for plan in PLANS.values():
        ClinicAPI(plan)


def test_a_plan_of_ones_own_is_chosen_first():
    panel = phone(plan={"book": ["taken", "taken"]})

    assert "your own: book taken, taken" in log(panel)[0]
    assert len(panel.parts.plan.options) == len(PLANS) + 1


def test_earlier_lines_stay_the_same_widgets_so_that_only_new_ones_are_read_out():
    panel = phone(say=["Tuesday"])
    before = panel.parts.log.children
    panel.say("two thirty")

    assert panel.parts.log.children[: len(before)] == before


class Careless:
    state = "LISTEN"

    def __init__(self, api, sleep):
        self.api = api

    def handle(self, text):
        if text == "quit":
            sys.exit("bye")
        self.api.find_slots("monday")
        return {"say": f"<b>{text}</b>", "state": "LISTEN", "tool_calls": []}


def test_an_agent_that_raises_is_a_sentence_with_its_own_line_and_the_call_goes_on():
    panel = phone(Careless, plan={"find_slots": ["timeout"]}, say=["one", "two"])

    assert log(panel)[2].startswith(
        "Error: The agent raised ToolTimeout: find_slots: no answer came. "
        "That was in test_widgets.py, line "
    )
    assert log(panel)[2].endswith('in handle: self.api.find_slots("monday")')
    assert log(panel)[4].startswith("Agent: <b>two</b>")
    assert panel.parts.calls.value.count("find_slots(monday)") == 2


def test_an_agent_that_leaves_takes_nothing_with_it():
    panel = phone(Careless, say=["quit", "two"])

    assert "The agent raised SystemExit: bye." in log(panel)[2]
    assert len(log(panel)) == 5


def test_an_agent_of_a_cell_is_told_by_its_line():
    names = {}
    exec(compile("def handle(text):\n    1 / 0", "/tmp/ipykernel_1/2.py", "exec"), names)
    panel = phone(lambda api, sleep: SimpleNamespace(handle=names["handle"]), say=["hello"])

    assert "ZeroDivisionError: division by zero. That was in your cell, line 2," in log(panel)[2]


def test_an_answer_that_is_none_says_what_was_expected():
    panel = phone(lambda api, sleep: SimpleNamespace(handle=str.upper), say=["hello"])

    assert "handle: expected a dict with say, state and tool_calls, got 'HELLO'" in log(panel)[2]


def test_an_agent_that_can_not_be_made_leaves_a_panel_that_works():
    makers = iter([ToolTimeout("not yet"), None])

    def make(api, sleep):
        if trouble := next(makers):
            raise trouble
        return FINISHED(api, sleep=sleep)

    panel = phone(make, say=["hello"])
    assert "ToolTimeout: not yet" in log(panel)[1]
    assert "There is no agent to answer" in log(panel)[3]
    panel.parts.new.click()
    panel.say(ONE_SHOT)

    assert "now CONFIRM" in log(panel)[-1]


def test_what_is_said_is_shown_as_it_is():
    panel = phone(Careless, say=["<script>"])

    assert all("<script>" not in line.value for line in panel.parts.log.children)
    assert "Caller: <script>" in log(panel)


def test_every_control_has_a_label():
    parts = phone().parts
    controls = [parts.text, parts.send, parts.plan, parts.new, *parts.suggestions]

    assert all(control.description for control in controls)


def test_the_parts_have_classes_to_find_them_by():
    def classes(widget):
        yield from widget._dom_classes
        for child in getattr(widget, "children", ()):
            yield from classes(child)

    names = "phone say send log calls state plan new try note handoff table"
    assert {f"lab-{name}" for name in names.split()} == {*classes(phone().parts.box)}


def test_the_panel_is_shown_with_a_text_for_places_without_widgets(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda bundle, raw: shown.append(bundle))
    panel = phone()
    panel._ipython_display_()

    assert shown[0]["text/plain"] == repr(panel)
    assert "application/vnd.jupyter.widget-view+json" in shown[0]
    assert '"aria-live": "polite"' in shown[1]["application/javascript"]
