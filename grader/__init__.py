"""The grader: plays scenarios against an agent and judges states and tool calls, never wording.

The learner's code runs in processes of its own (`child`, `dialogue`), forked in a jail (`forking`,
`zygote`, `sandbox`) or, where there is none, started anew (`spawning`). The process that judges
(`conversation`, `judge`, `checks`) owns the scenarios, the clinic, the log of calls and the waits;
between the two there is only JSON (`wire`). `explore` looks for dialogues beyond the scenarios.
docs/trust.md says what all that is worth.
"""
