"""Every sentence of the grader, by key. State names and JSON keys are never translated.

`say` fills a sentence in. A translation is another dict with the same keys.
"""

from typing import Any

ENGLISH = {
    "message": "{where}: came {came}; due {due}. {next}",
    # trouble before the first turn: the agent never ran
    "syntax": "{file} can't be read as Python: {text} (line {line}{column}){code}.{cause}",
    "smart quotes": " Replace the curly quotes by straight ones.",
    "odd space": " There is a space that is no plain space: delete it and type it again.",
    "tabs": " Tabs and spaces are mixed: use four spaces.",
    "encoding": " Save the file as UTF-8.",
    "importing": "while being imported",
    "building": "while VoiceAgent(api, sleep=…) is being built",
    "demo": ' Put a demo below `if __name__ == "__main__":`.',
    "exits": "{file} exits {doing}{where}.{demo}",
    "keyboard": "{file} reads from the keyboard {doing}{where}.{demo}",
    "import silent": "{file} gave no answer within {seconds:g} s {doing}: an endless loop, or one"
    " that waits?",
    "import gone": "{file} ends the process {doing} ({ending}).",
    "import memory": "{file} runs out of memory {doing}{where}, or is nested too deeply.",
    "import raised": "{file} raised {type} {doing}: {text}{where}.{cause}",
    "relative import": " agent.py is run by itself: write `import tools`, not a dot before it.",
    "missing module": " Is the module beside agent.py, or installed?",
    "no_agent": "{file} has no VoiceAgent.{close}",
    "close": " It has {names}: is it one of them?",
    "no_handle": "VoiceAgent has no method handle(text).{close}",
    "signature": "VoiceAgent can't be built as VoiceAgent(api, sleep=…): {text}.",
    "unusable file": "{file}: {reason}.",
    "late": "not played: the scenarios before it used up all of the run's {seconds:g} s.",
    # trouble in a turn
    "raised": "handle raised {type}: {text}{where}",
    "handle exits": "handle exits the program{where}",
    "memory": "handle ran out of memory{where}",
    "silent": "no answer in {seconds:g} s",
    "gone": "the agent's process ended ({ending})",
    "garbled": "the agent's process wrote what is no answer: {text}",
    "flood": "handle called tools or sleep more than {calls} times",
    "due answer": "an answer: handle never raises, never ends the program, never hangs",
    "next tool raised": "Catch what a tool may raise where it is called; decide there what it"
    " means.",
    "next raised": "Start at that line: which value did it not expect?",
    "next move": "From that state, no row of the transition table makes that move.",
    "next silent": "Look for a loop that never ends, or a wait for the keyboard.",
    "next gone": "Nothing in handle may end the program.",
    "not attempted": "not written yet.",
    "skipped": "needs {exercise} first.",
    "no file": "no {file} in {folder} yet.",
    "no key": 'no "{key}" in {file} yet.',
    # what came back from handle
    "no answer": "handle returned {came}",
    "due dict": 'a dict {{"say": …, "state": …, "tool_calls": […]}}',
    "next return": "Does every path of handle end with a return?",
    "next text": "Return the dict itself, not a text of it.",
    "next async": "handle must be a plain method, not async and without yield.",
    "no state": 'the answer has no "state"',
    "odd state": "state is {came}",
    "due state text": "a state name as text",
    "next enum": "Return its value, or make it a class State(str, Enum).",
    "say": 'the answer\'s "say" is {came}',
    "due say": "text",
    "next say": "The wording is yours; it only has to be a string.",
    # states
    "state": "state {came}",
    "due state": "state {due}",
    "due not state": "any state but {state}",
    "next case": "State names are written in capitals, without blanks.",
    "next state": "Look at what this turn should lead to in the transition table.",
    "next one miss": "One utterance that is not understood is asked again; the second in a row"
    " hands off.",
    # bookings
    "booked": "{calls}",
    "built": "while the agent was being built: {calls}",
    "stray": "after handle had returned: {calls}",
    "due no book": "no call of book in this turn",
    "due book": "{calls}, once",
    "due no stray": "every call made before handle returns",
    "no book": "no call of book",
    "next consent": 'Only intent "yes" heard in CONFIRM calls book, and once.',
    "next unknown": "A booking that timed out may exist: sent again, there may be two.",
    "next refused": "A refused booking is refused again: ask for another time first.",
    "next stray": "What a thread does later, nobody has confirmed: call tools in handle.",
    "next arguments": "book takes (day, time, name), the values that were read back.",
    "next must book": '"yes" in CONFIRM books what was read back.',
    "next correction": '"no" with a new value replaces just that value.',
    "no search": "no find_slots after the refusal",
    "due search": "find_slots called again after book was refused",
    "next search": "The time is gone: search again and offer what is left.",
    # searches and waits
    "searches": "find_slots called {came} in all",
    "due searches": "{due}",
    "next searches": "Only ToolTimeout of a read is tried again, at most max_retries times.",
    "waits": "waits {came}",
    "due waits": "waits {due} (seconds)",
    "next waits": "Wait self.sleep(backoff[attempt]) between calls; none after the last failure.",
    "next real wait": "It waited for real: call self.sleep, which is passed in.",
    # hand-off
    "no handoff": "agent.handoff is {came}",
    "reason": "reason {came}",
    "due handoff": 'agent.handoff = {{"reason": "{reason}", "summary": {{…}}}}',
    "due reason": 'reason "{due}"',
    "next handoff": "Set agent.handoff on the way into HANDOFF.",
    "next reason": "user_request: asked for; not_understood: two misses; tool_failure: a tool.",
    "summary": "summary {came}",
    "due summary": "summary with {key} {due}",
    "next summary": "The summary holds what was filled so far: the person should not ask it again.",
    # checks of their own
    "tool_calls": "in {scenario}, tool_calls says {came}",
    "due tool_calls": "{due}: what was really called in this turn",
    "next tool_calls": "tool_calls names this turn's calls: the new end of api.calls.",
    "leak": "played after {before} in one process: {came}",
    "due leak": "as in a process of its own: {due}",
    "next leak": "State is shared between agents: a list or dict on the class, or a default"
    " argument like slots={{}}.",
    "chance": "differs between runs: {came}",
    "due chance": "the same in every run: {due}",
    "next chance": "Something in it depends on chance: random numbers, the order of a set, a"
    " hash or the clock. What must not vary has to be sorted, or passed in.",
    "changed meanwhile": "changed while it was graded: {names}. Judged were the files as they were"
    " before.",
    "left out link": "{name} is a link that leads out of its folder: it was not handed to the"
    " agent. Put a copy there.",
    "left out big": "{name} has {size} MB: too much, it was not handed to the agent.",
    "left out": "more than {count} files: the rest was not handed to the agent.",
    "can't vary": "{name} was not varied: {why}",
    # files of the other steps
    "tools shape": '{came} for "{key}"',
    "due tools": '{{"tools": {{name: {{"irreversible": true or false}}, …}}, "retryable": […]}}',
    "missing tool": "no entry for {names}",
    "due all tools": "one entry per name in voicekit.clinic.TOOLS",
    "wrong tool": "{name}: irreversible is {came}",
    "due tool": "irreversible {due}",
    "next tool": "Can it be undone without anybody noticing? Then it is a read.",
    "retryable": "retryable is {came}",
    "due retryable": "ToolTimeout in it, ToolError not",
    "next retryable": "No answer may come on the second try; a refusal will be a refusal again.",
    "intent rows": "{came} rows",
    "due intent rows": "8 rows, one per sentence, in order",
    "intent text": "row {row} is about {came}",
    "due intent text": '"{due}"',
    "intent rule": "row {row}: rule is {came}",
    "due intent rule": "what parse gives: {due}",
    "intent llm": "row {row}: llm is {came}",
    "due intent llm": "one of {intents}",
    "next intents": "Write {{text, llm, rule}} for each sentence, with what really came back.",
    "counts": "{came}",
    "due counts": "how many rows of intents.jsonl are right, as whole numbers ({keys} differs)",
    "next counts": "Count the rows whose intent is the expected one.",
    "own record": "llm in intents.jsonl is the learner's own record: it is not checked against"
    " a model.",
    "trace differs": "{key} is {came}",
    "due trace": "{key} {due}: what agent.py does now",
    "trace rows": "{came} rows",
    "due trace rows": "{due} rows, one per turn of the nine scenarios, in order",
    "next traces": "Play the nine scenarios again and write every turn.",
    "next one dict": "All turns of a scenario are alike: was the same dict written for each of"
    " them? Make a new one every turn.",
    "next stale": "traces.jsonl is older than {file}: run the cell that writes it again.",
    "traces without agent": "needs an agent that can be played first ({file}).",
    # varied scenarios: never what was said, or what was due
    "not shown": "[varied scenarios: {count} characters not shown]",
    "mend first": "mend {name} first.",
    "printed first": "each needs its printed scenario first.",
    "not written there": "comes upon an exercise that is not written yet.",
    "varied": "{name}, re-worded: the printed script passes. With other days, times, names, words"
    " or answers of find_slots it does not. Look at {exercise}: {hint}",
    "varied confirm-yes": "slots are what parse finds, offers are what find_slots returns for that"
    " day, and book takes what was read back (rules 1 to 4).",
    "varied confirm-no": "what parse finds in the no replaces just that value, whatever it is"
    " (rule 5).",
    "varied search-retry": "each search is tried again up to max_retries times, and the first"
    " answer ends it (rule 6).",
    "varied hand-off": "the intent of parse decides, not the words, and the summary holds the slots"
    " as they are (rule 7).",
    "varied refused-booking": "offer what a new search returns, and book what was read back, once"
    " (rule 8).",
    "varied other": "values come from parse and from the tools, never from the script.",
    # advice
    "irreversible": "{tool} was called, which can't be undone, and nobody had asked for it",
    "threads": "the agent leaves {count} thread(s) running after its last answer",
    # no more than where to look
    "where": "{name}{turn}: look at the exercise {exercise}.",
    "where turn": ", turn {turn}",
    "where skipped": "needs another exercise or file first.",
    "where not gradable": "the file can't be used as it is: can it be imported, and read?",
    # the run as a whole
    "unfinished": "the run did not come to its end: this is no fault of the agent.",
}


def say(key: str, /, **values: Any) -> str:
    """Return a sentence with its values filled in."""
    return ENGLISH[key].format(**values)
