"""What a caller may say, which times are free, and how the tools may fail.

Small on purpose: ten utterances make 100,000 dialogues of five turns.
"""

from collections.abc import Mapping, Sequence

UTTERANCES = (
    # Day, time and name at once: the read-back in one turn.
    "Book me on Tuesday at ten a m, my name is Jamie",
    # Only a day, by an intent that all readings take a day from.
    "Can I book on Friday",
    # A time by itself: what ASK_TIME waits for. In CONFIRM it is neither yes nor no.
    "two thirty",
    # Books in CONFIRM, and nowhere else.
    "yes",
    # A no without a value empties the time.
    "no",
    # A no with a day. (One with a time is in the nine scenarios, printed and varied.)
    "no, make it Thursday",
    # A miss, except in ASK_NAME, where the last word is the name.
    "my dog ate the remote",
    # The shortest miss, and what `text.split()[-1]` stumbles over.
    "",
    # A person, at once.
    "can I talk to a person",
    # Understood, and of no use: it books nothing, but it is no miss. None of the nine has it.
    "what time do you close today",
)

# Three times a day, so that no answer is the only one left. On Thursday neither ten nor half past
# two is free: what was offered for another day shows there, and so does a time that nobody offered.
FREE: Mapping[str, Sequence[str]] = {
    "tuesday": ("10:00", "14:30", "16:00"),
    "thursday": ("09:00", "11:30", "16:00"),
    "friday": ("10:00", "14:30", "16:00"),
}

# Outcomes of successive calls; used up, a tool is "ok". The one without failures comes first, and
# those of `book` next: fewer dialogues come that far.
PLANS: tuple[Mapping[str, Sequence[str]], ...] = (
    {},
    {"book": ("timeout",)},  # nobody knows: never again
    {"book": ("taken", "timeout")},  # refused, and then nobody knows
    {"find_slots": ("timeout",)},  # one retry
    {"find_slots": ("timeout", "timeout", "timeout")},  # all retries in vain
    # A search that needs two retries, and one for which they are not enough: an agent must not
    # count them over the whole call.
    {
        "find_slots": ("timeout", "timeout", "ok", "timeout", "timeout", "timeout"),
        "book": ("taken",),
    },
)
