"""The booking dialogue on several engines, for the benchmark `turn_cost`."""
