"""What a command says while it works: a line on standard error before each wait, so that a command is never silent for long."""

from __future__ import annotations

import sys

from rosetta_cdc import warm

SPARK = "starting Spark"


def waits_for(command: str, what: str) -> None:
    """Say what a command waits for now. A fork of a warm session does not wait for Spark.

    Args:
        command: The command's name, which begins the line.
        what: In a few words, such as `starting Spark`.
    """
    if what != SPARK or not warm.IS_FORK:
        print(f"{command}: {what}", file=sys.stderr, flush=True)
