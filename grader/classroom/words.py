"""Every sentence of grading a class, by key. JSON keys and column heads are never translated.

`tell` fills a sentence in. A translation is another dict with the same keys.
"""

from typing import Any

ENGLISH = {
    # what is left out, and why
    "a link": "it is a link",
    "no regular file": "it is no regular file",
    "encrypted": "it is encrypted",
    "method": "it is compressed in a way that is not supported: zip it the usual way",
    "unsafe path": "its path leads out of the zip",
    "online text": "text typed into a web page, not a file",
    "nothing in it": "a folder with no .py file, no zip and none of {files}",
    "other archive": "an archive, but no zip",
    "other file": "neither a .py file nor a zip",
    "left out": "{name} was not handed to the agent: {why}.",
    "unreadable": "it can't be read ({why})",
    "too big": "it has more than {most} MB, or all files together have",
    # what can't be graded, and why
    "zip entries": "the zip has more than {most} entries.",
    "zip files": "the zip holds more than {most} files.",
    "zip broken": "the zip can't be unpacked ({why}). Zip the folder again.",
    "zip size": "the zip is too big once it is unpacked: {name} goes beyond {file} MB, or all files"
    " beyond {all} MB.",
    "zip outside": "the zip holds {name!r}, whose path leads out of it. Zip the folder again.",
    "zip file": "{name} in the zip can't be used: {why}.",
    "zip twice": "the zip holds {name} twice.",
    "unwritable": "{name} can't be written as a file ({why}).",
    "several": "which one is meant? There are {names}. Hand in one.",
    "no agent": "no agent.py, and no other .py file that must be it. Handed in: {found}.",
    "nothing": "nothing",
    "grader error": "it could not be graded, and that is no fault of the agent.",
    # names
    "title": "{student} ({id})",
    "starter": "the starter, unchanged",
    "finished agent": "the finished agent that is public",
    # the table
    "of": "{passed} of {all}",
    "more": "{count} more",
    "in group": "group {number} ({percent}%)",
    "late": "late",
    "earlier ones": "{count} earlier attempt(s) or file(s) superseded",
    "as published": "as published: {name}",
    # before and while it runs
    "seed": "Seed of the class: {seed}",
    "why ": "{count} graded before, reused",
    "why new": "{count} new, to be graded",
    "why changed": "{count} changed since, to be graded anew",
    "why options": "{count} graded with another seed or other options, to be graded anew",
    "why lab": "{count} graded by another version of the lab, to be graded anew",
    "why error": "{count} could not be graded before, tried again",
    "why report": "{count} whose report is gone or was changed, to be graded anew",
    "gone": "{count} no longer handed in, reports moved to earlier/: {names}",
    "lost": "grader: {id} could not be graded: {why}",
    "overdue": "no answer in {seconds:g} s.",
    "ended": "the process that graded it ended.",
    "progress": "{done} of {total}, {passed} passed, {left}",
    "time unknown": "…",
    "seconds left": "about {seconds} s left",
    "minutes left": "about {minutes} min left",
    "stopped": "grader: stopped with {done} of {total} graded; the same command goes on from there",
    "goes on": "what was graded is kept; the same command goes on from there.",
    # the summary
    "graded": "{count} submissions, seed {seed}",
    "failed most": "Failed most often:",
    "not run": "Not run:",
    "near-identical": "Near-identical:",
    "group": "group {number}: {ids}",
    "only a list": "A list to look at, and no part of any grade: people who worked together, or had"
    " the same help, look like people who copied. The percentage is how much of one is found in"
    " another of its group, names, comments and layout aside.",
    "as published head": "As published, and not compared:",
    "superseded head": "Superseded by a later attempt:",
    "superseded": "{name} (see {id})",
    "left out head": "Left out, being no submission:",
    # other machines
    "no distributed": "--scheduler: expected the package distributed, got none. Install it with:"
    " {python} -m pip install 'voice-agent-lab[class]', or from a checkout: {python} -m pip install"
    " -e '.[class]'",
    "no scheduler": "--scheduler: expected a Dask scheduler with workers at {address}, got {why}",
    "no lab": "--scheduler: expected the lab on the scheduler's machine and each worker's, got"
    " {why}. Install the same version of the lab there.",
    "other lab": "--scheduler: expected the same version of the lab and of Python everywhere, got"
    " another on {names}. Install the same there.",
}


def tell(key: str, /, **values: Any) -> str:
    """Return a sentence with its values filled in."""
    return ENGLISH[key].format(**values)
