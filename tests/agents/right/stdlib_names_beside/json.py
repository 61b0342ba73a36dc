"""My own json, from an earlier try."""

raise RuntimeError("the learner's json.py was imported instead of the standard one")
