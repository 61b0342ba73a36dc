"""The nine scenarios, judged in several ways, for the benchmark `grading`."""
