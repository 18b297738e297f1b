"""The hand-written jobs that `scripts/bench events` measures the project against.

Both read the same raw rows once, parse each message once and append the same columns. They are careless where the project is not:
they trust every message (no check of UTF-8, trailing text, wrong types, columns named twice, a structure that contradicts the
format), know the sources by heart instead of from a registry, and have no dead letters.

The careful one keeps the digits of JSON numbers and takes keys of any number of columns. The bare one is the floor: it parses each
text as it came, takes keys of one column, and makes maps without lambdas, which Spark interprets.
"""

from rosetta_cdc.bench.handwritten.query import job
from rosetta_cdc.bench.handwritten.styles import Bare, Careful

__all__ = ["Bare", "Careful", "job"]
