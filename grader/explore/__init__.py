"""Searches for the shortest dialogue that breaks an agent: `python -m grader explore [PATH]`.

alphabet   what may be said, what is free, how tools may fail
record     a dialogue as the rules see it
rules      what must never happen, each a pure function
tree       which dialogues there are, shortest first, none of them twice
round      plays some of them with one process of the learner's
crew       as many rounds at once as there are cores
finding    what was found: played again, and as a scenario to paste
text       all that in words
"""
