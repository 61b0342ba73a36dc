"""An agent that takes appointments by phone, and cannot book before it has heard a yes.

It is a state machine. `_table` holds every move there is, and one arrow in it books: from CONFIRM,
on a yes to what was read back. What the caller says fills three slots; `_next` decides what to
ask. The rest is about tools that fail.
"""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from transitions import Machine

from voicekit.clinic import ToolError, ToolTimeout
from voicekit.errors import BadInput
from voicekit.nlu import parse, rejects
from voicekit.nlu.names import as_written

STATES = ["LISTEN", "ASK_DAY", "ASK_TIME", "ASK_NAME", "CONFIRM", "DONE", "HANDOFF"]
LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM, DONE, HANDOFF = STATES
TALKING = [LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM]

SLOTS = ("day", "time", "name")
ASIDES = {  # answered without leaving the state
    "hours": "We are open from nine to five, and closed on Sundays.",
    "cancel": "I can't cancel a visit, but a person can: just ask for one.",
}
SPELLED = re.compile(r"(?<![\w'’])([^\W\d_])[ .-]+(?=[^\W\d_]\b)")  # a letter before another
FILLERS = set("ah er erm hm hmm huh moment oh pardon please second sorry thanks uh um what".split())


class VoiceAgent:
    """The agent's side of one phone call.

    Args:
        api: the clinic's tools.
        sleep: waits that many seconds; a test passes one that only writes them down.
        max_retries: how often a search that got no answer is sent again.
        backoff: seconds to wait before each retry.

    Attributes:
        state: one of STATES.
        day, time, name: the slots; None is not known yet.
        handoff: None, or the reason why a person takes over and a summary of the slots.

    Raises:
        BadInput: `backoff` is shorter than `max_retries`. There is no agent.

    Example:
        >>> from voicekit.clinic import ClinicAPI
        >>> agent = VoiceAgent(ClinicAPI())
        >>> agent.handle("Book me on Tuesday at ten a m, my name is Jamie")["state"]
        'CONFIRM'
        >>> agent.handle("yes")["tool_calls"]
        ['book']
    """

    def __init__(
        self,
        api: Any,
        sleep: Callable[[float], object] = time.sleep,
        max_retries: int = 2,
        backoff: Sequence[float] = (0.5, 1.0),
    ) -> None:
        if len(backoff) < max_retries:
            raise BadInput("backoff", expected=f"at least {max_retries} waits", got=backoff)
        self.api = api
        self.sleep = sleep
        self.max_retries = max_retries
        self.backoff = backoff
        self.state = LISTEN
        self.day: str | None = None
        self.time: str | None = None
        self.name: str | None = None
        self.heard: dict[str, Any] = {}  # this turn's intent, day, time and name
        self.said = "Would you like to book an appointment?"  # the question that is open
        self.misses = 0  # turns in a row that were not understood
        self.offered: list[str] | None = None  # free times of the day; None: not looked up
        self.read_back: tuple[str | None, ...] = ()  # what a yes would book
        self.outcome = ""  # of booking it: "booked", "refused" or "unknown"
        self.taken: set[tuple[str | None, str | None]] = set()  # days and times that were refused
        self.handoff: dict[str, Any] | None = None
        with suppress(NotImplementedError):  # an exercise: until it is written, no arrow leads on
            _ = self.machine  # built now, not while the caller waits

    @cached_property
    def machine(self) -> Machine:
        """The states and the arrows between them."""
        # Left on, auto_transitions would add a to_DONE() that asks nobody.
        return Machine(self, STATES, LISTEN, self._table(), auto_transitions=False)

    # region transition-table
    def _table(self) -> list[list[Any]]:
        """Return every move there is. What is not in here can't happen, whatever is said."""
        raise NotImplementedError("transition-table: not written yet")

    def _is_complete(self) -> bool:
        """Nothing is read back that has a gap, or a time that was not offered."""
        raise NotImplementedError("transition-table: not written yet")

    def _is_consent(self) -> bool:
        """A yes is to what was read back: with another value in it, it is a correction."""
        raise NotImplementedError("transition-table: not written yet")

    # endregion transition-table

    def handle(self, text: str) -> dict[str, Any]:
        """Answer one utterance. What a tool raises ends in a state, never here.

        Returns:
            "say", "state", and "tool_calls": the name of each call made meanwhile, retries too,
            read from the clinic's own log, so that the two can't disagree.
        """
        before = len(self.api.calls)
        say = self._react(text or "")
        calls = self.api.calls[before:]
        return {"say": say, "state": self.state, "tool_calls": [call[0] for call in calls]}

    def _react(self, text: str) -> str:
        """Return what to say, after following the arrows that the utterance calls for."""
        self.heard = self._hear(text)
        intent = self.heard["intent"]
        if self.state == HANDOFF or (self.state == DONE and intent != "human"):
            return self.said  # it is over: the same words again, and no tool
        if intent == "human":
            return self._human()
        if intent == "unknown":
            return self._not_understood()
        self.misses = 0
        if intent in ASIDES:
            return f"{ASIDES[intent]} {self.said}"
        self._fill(text)
        if self.state == CONFIRM and intent == "yes":
            return self._yes()
        if self.state == CONFIRM and intent == "no":
            return self._no()
        return self._next()

    # region next-question
    def _next(self, remark: str = "") -> str:
        """Decide what to ask next. Whatever was said, and however much at once, ends here."""
        raise NotImplementedError("next-question: not written yet")

    # endregion next-question

    # region confirm-yes
    def _yes(self) -> str:
        """Book on a yes to what was read back; with another value in it, read that back first."""
        raise NotImplementedError("confirm-yes: not written yet")

    def _book(self) -> None:
        """Send the booking, once, and keep what came of it. Only the arrow calls this."""
        raise NotImplementedError("confirm-yes: not written yet")

    # endregion confirm-yes

    # region confirm-no
    def _no(self) -> str:
        """Go on with what the caller corrected; a mere no empties the time."""
        raise NotImplementedError("confirm-no: not written yet")

    # endregion confirm-no

    def _search(self, attempt: int = 0) -> list[str] | None:
        """Return the free times of the day, or None when no answer could be had."""
        try:
            times = self.api.find_slots(self.day)
            return [time for time in times if (self.day, time) not in self.taken]
        except Exception as error:  # of any kind: a read changes nothing
            return self._search_failed(error, attempt)

    # region search-retry
    def _search_failed(self, error: Exception, attempt: int) -> list[str] | None:
        """Search again if no answer came: a read may be sent twice. Else hand off."""
        raise NotImplementedError("search-retry: not written yet")

    # endregion search-retry

    def _hand_off(self, reason: str, say: str) -> str:
        """Give the call to a person, who learns why, and what is known so far."""
        said = self._go("hand_off", say)
        self.handoff = {"reason": reason, "summary": self._summary()}
        return said

    # region hand-off
    def _human(self) -> str:
        """Somebody who asks for a person gets one, at once."""
        raise NotImplementedError("hand-off: not written yet")

    def _not_understood(self) -> str:
        """Ask once to repeat; nobody wants to say it a third time."""
        raise NotImplementedError("hand-off: not written yet")

    def _summary(self) -> dict[str, str | None]:
        """Tell the person what is known so far, so that nobody has to be asked again."""
        raise NotImplementedError("hand-off: not written yet")

    # endregion hand-off

    # region refused-booking
    def _refused(self) -> str:
        """Nothing was booked, the time is gone: look again, and offer what is left."""
        raise NotImplementedError("refused-booking: not written yet")

    def _outcome_unknown(self) -> str:
        """The booking may exist. To send it again could make two, so a person looks into it."""
        raise NotImplementedError("refused-booking: not written yet")

    # endregion refused-booking

    def _hear(self, text: str) -> dict[str, Any]:
        """Parse the utterance. Asked for a name, callers say just that: it is the last word."""
        heard: dict[str, Any] = {**parse(text)}
        bare = heard["intent"] in ("unknown", "inform") and not any(heard[s] for s in SLOTS)
        if self.state == ASK_NAME and bare:
            words = re.findall(r"[^\W\d_](?:['’-]?[^\W\d_])*", SPELLED.sub(r"\1", text))
            if names := [word for word in words if word.lower() not in FILLERS]:
                heard |= {"intent": "inform", "name": as_written(names[-1])}
        return heard

    def _fill(self, text: str) -> None:
        """Put what was heard into the slots. "Ten does not work" empties a slot that holds ten."""
        day = self.day
        heard = {slot: value for slot in SLOTS if (value := self.heard[slot])}
        rejected = rejects(text) if heard else ()
        for slot, value in heard.items():
            if slot not in rejected:
                setattr(self, slot, value)
            elif value == getattr(self, slot):
                setattr(self, slot, None)
        if self.day != day:
            self.offered = None  # it was for another day

    def _booking(self) -> tuple[str | None, ...]:
        return self.day, self.time, self.name

    def _go(self, arrow: str, say: str) -> str:
        """Follow an arrow of the table. What is said there is repeated until the next arrow."""
        if not self.machine.dispatch(arrow):  # a guard that says no returns False, no more
            raise RuntimeError(f"{arrow}: its guard says no in {self.state}")
        self.said = say
        return say
