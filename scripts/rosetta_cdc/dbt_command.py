"""dbt commands in this process: several of them share one JVM."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from dbt.cli.main import dbtRunner, dbtRunnerResult
from dbt_common.events.base_types import EventMsg

from rosetta_cdc.parsed_project import ParsedProject

PARSED = ParsedProject()


def invoke(*arguments: str, on_event: Callable[[EventMsg], None] | None = None) -> dbtRunnerResult:
    """Run a dbt command of the project in this process and return its outcome, whatever it is.

    Args:
        arguments: As on the command line.
        on_event: Told of each event that dbt logs.
    """
    callbacks = [on_event] if on_event else []
    return dbtRunner(manifest=PARSED.manifest(arguments), callbacks=callbacks).invoke(list(arguments))


def dbt(*arguments: str, quiet: bool = True) -> Any:
    """Run a dbt command of the project in this process and return its result.

    Args:
        arguments: As on the command line.
        quiet: Print errors only.

    Raises:
        SystemExit: The command failed; dbt has said why.
    """
    options = [*(["--quiet"] if quiet else []), *([] if sys.stdout.isatty() else ["--no-use-colors"])]
    outcome = invoke(*arguments, *options)
    if not outcome.success:
        if outcome.exception is not None:
            print(
                f"dbt {arguments[0]}: {str(outcome.exception).strip().splitlines()[0]}",
                file=sys.stderr,
            )
        raise SystemExit(1)
    return outcome.result
