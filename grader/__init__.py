"""The grader: plays scenarios against an agent and judges states and tool calls, never wording.

The learner's code runs in processes of its own (`zygote`, `child`, `dialogue`). The process that
judges (`conversation`, `judge`, `checks`) owns the scenarios, the clinic, the log of calls and the
waits; between the two there is only JSON (`wire`).
"""
