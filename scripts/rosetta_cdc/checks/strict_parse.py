"""Parses the dbt project and takes every warning for an error, wrong YAML keys among them.

dbt-core checks YAML against its schema for four adapters only; Spark is not one of them, so that a
misspelt key would pass in silence. Here Spark is added to them. Nothing is connected or run.

    python -m rosetta_cdc.checks.strict_parse

Prints one line a problem and ends with 1 if there is one.
"""

from __future__ import annotations

import os
import sys

from dbt.jsonschemas import jsonschemas
from dbt_common.events.base_types import EventLevel, EventMsg

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.paths import PROJECT, home

PROBLEM_LEVELS = (EventLevel.WARN.value, EventLevel.ERROR.value)
# Says only how many deprecations there were, after each of them has been shown.
SUMMARIES = ("DeprecationsSummary",)


def main() -> int:
    """Parse the project; print the problems.

    Returns:
        0 if there is none, else 1.
    """
    problems = parse_problems()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def parse_problems() -> list[str]:
    """Parse the whole project with the checks of the YAML switched on.

    Returns:
        One line for each warning, deprecation or error, in the order in which dbt found them.
    """
    os.environ.setdefault("ROSETTA_HOME", str(home()))
    os.environ.setdefault("DBT_PROFILES_DIR", str(PROJECT / "profiles"))
    os.environ.setdefault("DBT_TARGET_PATH", str(home() / "dbt" / "target"))
    os.environ.setdefault("DBT_LOG_PATH", str(home() / "dbt" / "logs"))
    # A private set of dbt; if it is renamed, this line fails and says so.
    jsonschemas._JSONSCHEMA_SUPPORTED_ADAPTERS.add("spark")

    problems: list[str] = []

    def collect(event: EventMsg) -> None:
        if event.info.level in PROBLEM_LEVELS and event.info.name not in SUMMARIES:
            problems.append(one_line(event.info.msg))

    options = ("--log-level", "none", "--no-use-colors", "--show-all-deprecations")
    outcome = invoke("parse", "--no-partial-parse", "--project-dir", str(PROJECT), *options, on_event=collect)
    if not outcome.success and not problems:
        problems.append(one_line(outcome.reason))
    return list(dict.fromkeys(problems))


def one_line(text: str) -> str:
    """Return a message of dbt without line breaks."""
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
