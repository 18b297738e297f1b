"""A process of its own that writes a warehouse of its own (ROSETTA_HOME) under a lock that it shares with others: see `test_run_lock.py`.

Arguments: the folder of the lock's table, the folder with the profiles. It prints `ready`, waits for a line, and runs `dbt seed`.
"""

from __future__ import annotations

import sys

from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

from rosetta_cdc.paths import PROJECT


def dbt(*arguments: str, profiles: str) -> str:
    """Run a dbt command of the project; return the message of a failure."""
    outcome = dbtRunner().invoke([*arguments, "--project-dir", str(PROJECT), "--profiles-dir", profiles, "--quiet"])
    if outcome.success:
        return ""
    return str(outcome.exception or [result.message for result in outcome.result.results])


def main(table: str, profiles: str) -> None:
    """Start Spark, share the lock, run."""
    failure = dbt("seed", "--select", "cdc_error_codes", "--target", "local", profiles=profiles)
    if failure:
        sys.exit(failure)
    SparkSession.builder.getOrCreate().sql(f"create table cdc.cdc_run_lock using delta location '{table}'")
    print("ready", flush=True)
    sys.stdin.readline()
    failure = dbt("seed", profiles=profiles)
    print(failure)
    sys.exit(1 if failure else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
