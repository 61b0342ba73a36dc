"""Read utterances with one parser: a line of JSON in, a line of JSON out, until the input ends.

    python engines.py NAME    by the Python that has the parser

Only the parser's own call is timed, and no text is read twice by one process, so no parser can
answer from memory. What an answer says about day and time is worked out elsewhere: see answers.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

NOW = datetime(2026, 12, 3)  # a Thursday, at midnight: every time of the day is still to come
WARM_UP = "Sunday at six fifteen in the evening"  # what a parser does only once, it does here

Engine = tuple[Callable[[str], Any], Callable[[Any], Any]]  # the call, and its answer for JSON


def voicekit() -> Engine:
    """The lab's own."""
    from voicekit.nlu import parse

    return parse, lambda heard: [heard["day"], heard["time"]]


def dateparser_parse() -> Engine:
    """A whole text as one date. Making the parser once is quicker than `dateparser.parse`."""
    from dateparser.date import DateDataParser

    parser = DateDataParser(languages=["en"], settings=_settings())

    def plain(found: Any) -> list[list[str]]:
        return [[found.date_obj.isoformat(), found.period]] if found.date_obj else []

    return parser.get_date_data, plain


def dateparser_search() -> Engine:
    """Every date in a text."""
    from dateparser.search import search_dates

    settings = _settings()
    return (
        lambda text: search_dates(text, languages=["en"], settings=settings),
        lambda found: [[moment.isoformat(), span] for span, moment in found or []],
    )


def _settings() -> dict[str, Any]:
    return {
        "RELATIVE_BASE": NOW,
        "PREFER_DATES_FROM": "future",
        "RETURN_TIME_AS_PERIOD": True,
    }


def recognizers() -> Engine:
    """Every date and time in a text, each with all that it may mean."""
    from recognizers_date_time import DateTimeRecognizer
    from recognizers_text import Culture

    model = DateTimeRecognizer(Culture.English).get_datetime_model()
    return (
        lambda text: model.parse(text, NOW),
        lambda found: [[one.text, (one.resolution or {}).get("values") or []] for one in found],
    )


def parsedatetime() -> Engine:
    """A whole text as one date. `nlp`, which finds several, is right less often here."""
    import parsedatetime as library

    calendar = library.Calendar(version=library.VERSION_CONTEXT_STYLE)

    def plain(found: Any) -> list[list[Any]]:
        moment, about = found
        half_alone = about.accuracy & library.pdtContext.ACU_HALFDAY
        return [[moment.isoformat(), about.hasDate, about.hasTime, bool(half_alone)]]

    return lambda text: calendar.parseDT(text, sourceTime=NOW), plain


ENGINES = {
    make.__name__: make
    for make in (voicekit, dateparser_parse, dateparser_search, recognizers, parsedatetime)
}


def read(engine: Engine, texts: Iterator[str]) -> Iterator[tuple[float, Any]]:
    """Yield for each text the seconds that it took, and the answer."""
    call, plain = engine
    call(WARM_UP)
    for text in texts:
        start_s = time.perf_counter()
        answer = call(text)
        taken_s = time.perf_counter() - start_s
        yield taken_s, plain(answer)


def main() -> None:
    """Answer what comes in."""
    texts = (json.loads(line) for line in sys.stdin)
    for pair in read(ENGINES[sys.argv[1]](), texts):
        print(json.dumps(pair))


if __name__ == "__main__":
    main()
