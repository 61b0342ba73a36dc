"""Every sentence of the search, by key. State names and JSON keys are never translated.

`tell` fills a sentence in. A translation is another dict with the same keys.
"""

from typing import Any

ENGLISH = {
    # what came
    "booked": "{calls}, in a turn begun in state {before}",
    "state": "state {state}",
    "reads": "a search with {count} call(s) of find_slots",
    "waits": "waits {waits} in a search with {reads} call(s) of find_slots",
    "summary": "summary {summary}",
    "raised": "handle raised {type}: {text}",
    "no answer": "no answer: {kind}",
    "silent": "the time was up",
    "gone": "its process ended",
    "garbled": "its process wrote something else to the grader",
    "flood": "it called tools without end",
    "memory": "out of memory",
    "exits": "it called exit",
    "no state": 'handle returned no dict with a "state" that is text',
    # what was due, and what to look at: one of each for every rule
    "due books without yes": 'book only on the intent "yes", heard in CONFIRM (rule 4)',
    "next books without yes": "Which path leads to book? Only one may, from CONFIRM, on a yes.",
    "due books twice": "book called once for a yes (rule 4)",
    "next books twice": "After book, whatever came of it, the turn must not book again.",
    "due sends unknown again": "a booking without an answer never sent again (rule 8)",
    "next sends unknown again": "It may exist: sent again, there may be two. Hand off.",
    "due sends refused again": "a refused booking not sent again, unless the caller names that time"
    " again (rule 8)",
    "next sends refused again": "The time is gone: empty it, search again, and ask for another.",
    "due books what nobody said": "a day, a time and a name that the caller said; a name that parse"
    " missed is the last word said in ASK_NAME (rules 1 and 3)",
    "next books what nobody said": "Where does that value come from? With a slot still empty, ask"
    " for it; nothing is read back that has a gap.",
    "due loses correction": "the day or time that was said with the no in CONFIRM (rule 5)",
    "next loses correction": "A value said with a no replaces that slot, and nothing else.",
    "due books what was not offered": "a time that find_slots returned for that day (rule 2)",
    "next books what was not offered": "Compare an answer with the times of this day; when the day"
    " changes, what was offered before is worth nothing.",
    "due no answer": "an answer to every text",
    "next no answer": "What in this text, or in what the tools did, did the agent not expect?",
    "due searches too often": "three calls at most, max_retries being 2 (rule 6)",
    "next searches too often": "After the last retry there is no other way than HANDOFF.",
    "due waits otherwise": "self.sleep(backoff[attempt]) before each retry, from 0.5 s on in each"
    " search, and nothing after the last failure (rule 6)",
    "next waits otherwise": "Each search counts its attempts from 0.",
    "due gives up early": "each search with all its retries, whatever happened to the one before"
    " (rule 6)",
    "next gives up early": "Is the number of attempts kept on self? It belongs to one search.",
    "due keeps the caller": "state HANDOFF, at once, in any state (rule 7)",
    "next keeps the caller": 'Look at the intent "human" before you look at the state.',
    "due asks a third time": "state HANDOFF after two misses in a row (rule 7)",
    "next asks a third time": "Does something set the count back though nothing was understood?",
    "due hands off too soon": "one miss asked again; what is understood sets the count back"
    " (rule 7)",
    "next hands off too soon": "Every intent but unknown sets the count back to 0, and so does a"
    " name that was understood.",
    "due invents a summary": "a summary of what the caller said, and nothing else (rule 7)",
    "next invents a summary": "A slot that is not filled is None, empty or left out.",
    "due forgets the day": "a summary with the day that the caller named (rule 7)",
    "next forgets the day": "The person should not have to ask again: keep the day until another"
    " one is named.",
    # the agent could not be played
    "not attempted": "NOT ATTEMPTED: {name} is not written yet. Explore an agent that passes the"
    " nine scenarios.",
    "agent.py": "the agent",
    # the report
    "explored": "Explored: {path}",
    "none": "No dialogue was found that breaks the agent.",
    "none in time": "No dialogue was found that breaks the agent, as far as the search came.",
    "found": "A dialogue of {count} turn(s) breaks the agent: {rule}.",
    "shared": "State is shared between agents: this dialogue went wrong after others in the same"
    " process, and not in a process of its own.",
    "next shared": "Look for a list or dict on the class, or a default argument like slots={{}}. If"
    " nothing is shared, something is random.",
    "plan": "plan:",
    "no failures": "no tool fails",
    "free": "free:",
    "caller": "caller:",
    "agent": "agent:",
    "came": "came:",
    "due": "due:",
    "next": "next:",
    "calls": "tools: {calls}",
    "slept": "waits: {waits}",
    "paste": 'As a scenario, to paste into the list "scenarios" of a file like'
    " voicekit/scenarios.json. What it asks for is what the plainest right agent does:",
    "paste not": "As a scenario. It is only the dialogue, to be read: played by the grader it would"
    " not fail, since no scenario can say what is wrong in it.",
    "replayed": "Played again in a process of its own, it fails there: {came}; due {due}.",
    "keep": "To keep it: --json FILE writes it to a file, and python -m grader --scenarios FILE"
    " plays what is in there.",
    "how far": "How far the search came:",
    "all": "  depth {depth}: {played} dialogues, all of them",
    "until found": "  depth {depth}: {played} dialogues, until this one",
    "until late": "depth {depth}: {played} dialogues when the time was up, {percent} % of the"
    " {kind} with {plan}",
    "left": "         none of the {kind} yet with {plans}",
    "echoes only": "         all that begin in a new way were played",
    "no echoes": "         no echoes yet, which begin as others do",
    "new": "new beginnings",
    "echo": "echoes",
    "not begun": "  depth {depth}: not begun when the time was up",
    "counted": "  (All there are of {utterances} utterances and {plans} plans for the tools. One is"
    " counted once for each way in which its tools answer.)",
    "counted echoes": "  (Echo: what was said before its last turn led where a shorter or earlier"
    " dialogue had been.)",
    "progress": "depth {depth}: {percent:3d} % of the {kind}, {plan}",
    "outcomes": "{tool}: {outcomes}",
}


def tell(key: str, /, **values: Any) -> str:
    """Return a sentence with its values filled in."""
    return ENGLISH[key].format(**values)
