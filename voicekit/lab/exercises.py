"""The exercises in the order of the steps: where each is written and what judges it."""

from dataclasses import dataclass

from voicekit.errors import BadInput


@dataclass(frozen=True)
class Exercise:
    """One thing to do. Its name is the region's, the cell's and the check's."""

    name: str
    step: int
    notebook: str
    word: str  # what the grader is asked for
    file: str  # what it is written in
    why: str  # the reason behind its solution, in a sentence
    scenarios: tuple[
        str, ...
    ] = ()  # those that judge it; none: the grader has a check of that name

    @property
    def is_region(self) -> bool:
        """Whether it is a region of a Python file, written with %%agent."""
        return self.file.endswith(".py")


def _booking(name: str, step: int, notebook: str, scenarios: str, why: str) -> Exercise:
    return Exercise(name, step, notebook, "booking", "agent.py", why, tuple(scenarios.split()))


EXERCISES = (
    Exercise(
        "classify-tools",
        1,
        "01_tools",
        "tools",
        "tools.json",
        "A read changes nothing, so it can be sent again; all else is done once and stays done.",
    ),
    Exercise(
        "retryable-errors",
        1,
        "01_tools",
        "tools",
        "tools.json",
        "No answer may come on the second try; a refusal stays a refusal.",
    ),
    Exercise(
        "ask-both",
        2,
        "02_intents",
        "intents",
        "intents.jsonl",
        "Only beside each other do the two show what each gets wrong.",
    ),
    Exercise(
        "count-right",
        2,
        "02_intents",
        "intents",
        "intent_acc.json",
        "A count keeps one odd answer from deciding.",
    ),
    _booking(
        "transition-table",
        3,
        "03_booking_confirm",
        "happy one_shot wants_human taken",
        "What is no arrow can't happen: one arrow books, from CONFIRM, on a yes.",
    ),
    _booking(
        "next-question",
        3,
        "03_booking_confirm",
        "happy one_shot retry_ok retry_fail",
        "One place decides what to ask, so however much is said at once needs no code of its own.",
    ),
    _booking(
        "confirm-yes",
        3,
        "03_booking_confirm",
        "happy one_shot",
        "The values that were read back are booked, once, and what comes of it picks the arrow.",
    ),
    _booking(
        "confirm-no",
        4,
        "04_booking_correct",
        "confirm_no",
        "A no with a new value is a correction; starting over throws away what was just said.",
    ),
    _booking(
        "search-retry",
        5,
        "05_booking_retry",
        "retry_ok retry_fail",
        "A search changes nothing, so no answer is worth another try, after a growing wait.",
    ),
    _booking(
        "hand-off",
        6,
        "06_booking_handoff",
        "not_understood wants_human",
        "Whoever takes over learns what is known, so that nobody is asked twice.",
    ),
    _booking(
        "refused-booking",
        7,
        "07_booking_refusal",
        "taken book_timeout",
        "Refused is not done; no answer is not known: the one asks anew, the other asks a person.",
    ),
    Exercise(
        "write-traces",
        8,
        "08_traces",
        "traces",
        "traces.jsonl",
        "What was called in a turn is the new end of api.calls.",
    ),
)


def exercise(name: str) -> Exercise:
    """Return an exercise by name.

    Raises:
        BadInput: there is none of that name.
    """
    for one in EXERCISES:
        if one.name == name:
            return one
    raise BadInput("exercise", expected=", ".join(e.name for e in EXERCISES), got=name)
