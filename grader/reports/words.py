"""The headings, labels and short sentences of all reports, by key.

`tell` fills one in. A translation is another dict with the same keys. Verdicts, state names and
JSON keys are never translated.
"""

from typing import Any

ENGLISH = {
    # the text report
    "varied heading": "varied: other days, times, names and words, and other answers of find_slots",
    "points": "{score} of {max_score} points{split}",
    "result": "{points}: {verdict}",
    "split": " (printed {printed}, varied {varied})",
    "of": "{passed} of {all}",
    "protections": "Protected by: {names}",
    "seed": "Seed {seed}: --seed {seed} repeats the varied scenarios.",
    "feedback where": "Feedback: only where to look; what came and what was due is left out.",
    "feedback verdict": "Feedback: only verdicts and points; all else is left out.",
    "came": "came:",
    "due": "due:",
    "next": "next:",
    "turn": "turn {turn}:",
    "output": "Your output",
    "lines left out": "[… {count} more lines: they are in the JSON report]",
    "advice": "Worth a look",
    # all formats
    "part varied": "{word}, varied",
    # the page
    "skip": "Skip to the results",
    "summary": "In short",
    "first": "Look here first",
    "in turn": ", turn {turn}",
    "summary caption": "What was judged, part by part",
    "scenarios": "The scenarios",
    "scenarios caption": "Each scenario as printed, and with other days, times, names and words",
    "checks": "The checks",
    "other checks": "All other checks",
    "printed": "What the agent printed",
    "run": "This run",
    "part": "Part",
    "verdict": "Verdict",
    "points head": "Points",
    "check": "Check",
    "message": "Message",
    "as for": "As for {name}.",
    "scenario": "Scenario",
    "printed head": "As printed",
    "varied head": "Varied",
    "varied note": "Varied: other days, times, names and words, and other answers of find_slots."
    " Neither what was said nor what was due is told, so that nobody mends an agent for it.",
    "said in turn": "turn:",
    "seed head": "Seed",
    "feedback head": "Feedback",
    "protections head": "Protected by",
    "none": "none",
    # one scenario on the page
    "judged for": "exercise {exercise}, {points} points",
    "dialogue": "The dialogue, and what was due",
    "plan": "What the tools do: {tools}. Then all goes well.",
    "tool plan": "{tool}: {outcomes}",
    "no plan": "No tool fails.",
    "caller": "Caller",
    "agent": "Agent",
    "state": "State",
    "no answer": "no answer",
    "no state": "no state",
    "here": "Here is the first problem.",
    "turns caption": "{name}, turn by turn",
    "turn head": "Turn",
    "calls head": "Calls and waits",
    "state after": "State came",
    "was due": "Due",
    "not reached": "not reached",
    "no calls": "no calls",
    "more": "{count} more",
    "any state": "any state",
    "any": "any",
    "call": "{tool}({args}): {outcome}",
    "late call": "{tool}({args}): {outcome}, after handle had returned",
    "waits": "waits {seconds} s",
    "whole caption": "{name}, over all turns",
    "counted": "What is counted",
    "it came": "Came",
    "searches": "calls of find_slots",
    "all waits": "waits, in seconds",
    "handoff": "agent.handoff at the end",
    "part of handoff": "{key} {value}",
    # its picture
    "drawn": "{name} as a picture: calls, waits and states",
    "turn label": "turn {turn}",
    "built label": "built",
    "row": "{label}: {done}; then {state}{due}.",
    "row due": " ({due})",
    "gap": "{seconds} s",
    "state due": "due {state}",
    "state not due": "due not {state}",
}


def tell(key: str, /, **values: Any) -> str:
    """Return a sentence with its values filled in."""
    return ENGLISH[key].format(**values)
