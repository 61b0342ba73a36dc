"""Walls around a learner's process, best first; what a system lacks is left out, and said so.

From outside, around the process that forks (`jails`): its own files, network and processes. From
inside, just before learner code is read: another user (`privileges`), files and signals
(`landlock`), system calls (`seccomp`). Limits of time and room are `grader.limits`.
"""
