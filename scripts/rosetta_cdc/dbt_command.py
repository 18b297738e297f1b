"""dbt commands in this process: several of them share one JVM."""

from __future__ import annotations

import sys
from typing import Any

from dbt.cli.main import dbtRunner


def dbt(*arguments: str, quiet: bool = True) -> Any:
    """Run a dbt command of the project in this process and return its result.

    Args:
        arguments: As on the command line.
        quiet: Print errors only.

    Raises:
        SystemExit: The command failed; dbt has said why.
    """
    options = [*(["--quiet"] if quiet else []), *([] if sys.stdout.isatty() else ["--no-use-colors"])]
    outcome = dbtRunner().invoke([*arguments, *options])
    if not outcome.success:
        if outcome.exception is not None:
            print(
                f"dbt {arguments[0]}: {str(outcome.exception).strip().splitlines()[0]}",
                file=sys.stderr,
            )
        raise SystemExit(1)
    return outcome.result

