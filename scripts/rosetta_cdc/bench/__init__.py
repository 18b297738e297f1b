"""Benchmarks: each measures the project beside a hand-written job, in one run, and prints ratios."""

import sys

from rosetta_cdc.paths import PROJECT

# The generator of their messages is part of the tests: benchmarks run in a clone alone.
sys.path.append(str(PROJECT / "tests" / "generator"))
