"""voicekit: what a learner of the Voice Agent Lab is given.

- `clinic`: a pretend clinic whose tools fail as planned
- `nlu`: what a caller said, as an intent and slots
- `trace`: a conversation as rows, one per turn
- `scenarios.json`: the nine scenarios every agent is judged by
- `workspace`: where a learner's files live, and how they are kept safe
- `clock`: time that is passed in, so that nothing has to wait for real
- `errors`: what the lab says when it was given something it cannot use

Importing one part never imports another that it does not need.
"""

__version__ = "0.1.0"
