"""What can go wrong in a call, in plain words, and what a caller may try to say."""

from collections.abc import Mapping, Sequence

Plan = Mapping[str, Sequence[str]]
NEVER = 99  # more searches than any agent should make

PLANS: dict[str, Plan] = {
    "nothing, every tool works": {},
    "the first search gets no answer": {"find_slots": ["timeout"]},
    "no search ever gets an answer": {"find_slots": ["timeout"] * NEVER},
    "the search loses its connection": {"find_slots": ["error"]},
    "the time has just been taken": {"book": ["taken"]},
    "the booking gets no answer": {"book": ["timeout"]},
    "the booking loses its connection": {"book": ["error"]},
}

SUGGESTED: dict[str, Sequence[str]] = {
    "LISTEN": (
        "I'd like to book an appointment",
        "Book me on Tuesday at ten a m, my name is Jamie",
        "can I talk to a person",
    ),
    "ASK_DAY": ("Tuesday", "on Sunday", "when are you open"),
    "ASK_TIME": ("ten a m", "two thirty", "hmm"),
    "ASK_NAME": ("Jamie", "my name is Ana"),
    "CONFIRM": ("yes", "no, make it two thirty", "Friday"),
}


def with_own(plan: Plan | None) -> tuple[dict[str, Plan], str]:
    """Return the plans to choose from, and the name of the one to begin with.

    Example:
        >>> with_own({"book": ["taken"]})[1]
        'the time has just been taken'
        >>> with_own({"book": ["taken", "timeout"]})[1]
        'your own: book taken, timeout'
    """
    for name, known in PLANS.items():
        if known == (plan or {}):
            return PLANS, name
    tools = (f"{tool} {', '.join(outcomes)}" for tool, outcomes in (plan or {}).items())
    own = f"your own: {'; '.join(tools)}"
    return {own: plan or {}, **PLANS}, own
