"""Print what asking a language model for the intent costs, in three ways, with eight sentences.

The model decides how many are right; eight are too few to tell 2 right from 3.
"""

import json
import time
from collections.abc import Callable
from statistics import median

from grader.checks.intents import SENTENCES
from voicekit import llm

INTENTS = list(SENTENCES.values())
SCHEMA = {
    "type": "object",
    "properties": {"intent": {"type": "string", "enum": INTENTS}},
    "required": ["intent"],
    "additionalProperties": False,
}
PROMPT = (
    "Say what the caller of a clinic wants, in one word: book, cancel, yes, no, human (wants a "
    "person), hours (asks when the clinic is open), inform (gives a day, time or name), unknown "
    "(anything else)."
)


def messages(sentence: str) -> list[dict[str, str]]:
    """Return the question about one sentence."""
    return [{"role": "system", "content": PROMPT}, {"role": "user", "content": sentence}]


def by_schema(sentence: str, cache_prompt: bool | None) -> str:
    """Ask for JSON. A server of another maker may not know `cache_prompt`: None leaves it out."""
    text = llm.chat(messages(sentence), 80, SCHEMA, cache_prompt=cache_prompt)
    return str(json.loads(text)["intent"])


def by_choice(sentence: str) -> str:
    """Ask for the label alone: one token, where the server can."""
    return llm.choose(messages(sentence), INTENTS)


def measure(ask: Callable[[str], str]) -> dict[str, float]:
    """Return the median time of a sentence and how many were right."""
    ask(next(iter(SENTENCES)))  # the first question reads what the others share
    times_s, right = [], 0
    for sentence, intent in SENTENCES.items():
        start_s = time.perf_counter()
        right += ask(sentence) == intent
        times_s.append(time.perf_counter() - start_s)
    return {"median_ms": round(median(times_s) * 1e3), "right": right}


def main() -> None:
    """Print one line of JSON."""
    line: dict[str, object] = {"benchmark": "intent_llm", "n": len(SENTENCES)}
    try:
        own = llm.find().own
        if own:
            line["json_naive"] = measure(lambda sentence: by_schema(sentence, False))
        line["json_cached"] = measure(lambda sentence: by_schema(sentence, True if own else None))
        line["choose"] = measure(by_choice)
    except llm.LLMError as error:
        line["skipped"] = str(error)
    print(json.dumps(line))


if __name__ == "__main__":
    main()
