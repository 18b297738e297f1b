"""Benchmarks: each measures the project beside a hand-written job, in one run, and prints ratios."""
