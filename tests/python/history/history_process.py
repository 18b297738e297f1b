"""A process of its own that runs the row history on a warehouse of its own (ROSETTA_HOME), to be killed by `test_history_killed.py`.

Arguments: the file of a pickled portion of events to append first, or `-`; the file that takes the tables' rows after the run, pickled,
or `-`. It prints `folding` before the history runs.
"""

from __future__ import annotations

import pickle
import sys
from datetime import datetime, timezone
from pathlib import Path

from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession
from test_history import STATE

from rosetta_cdc.paths import PROJECT, home

# What may differ between two ways to one history: which run wrote a row, and the order of a list that has none.
RUN_COLUMNS = ("applied_at", "run_id", "lines")
TABLES = (
    "cdc_row_history", "cdc_current_rows", "cdc_unapplied_events", "cdc_row_contradictions", "cdc_history_removed",
    "row_states", "table_statements",
)  # fmt: skip


def dbt(*arguments: str) -> None:
    """Run a dbt command of the project; end the process with its message if it fails."""
    folders = {"project-dir": PROJECT, "profiles-dir": PROJECT / "profiles", "target-path": home() / "target", "log-path": home() / "logs"}
    options = [f"--{name}={folder}" for name, folder in folders.items()]
    outcome = dbtRunner().invoke([*arguments, *options, "--quiet"])
    if not outcome.success:
        sys.exit(f"dbt {arguments[0]}: {outcome.exception or [result.message for result in outcome.result.results]}")


def main(portion: str, rows: str) -> None:
    """Append a portion, run the history, write the tables' rows."""
    if portion != "-":
        dbt("seed")
        dbt("run", "--select", "cdc_topic_rules", "cdc_events")
        spark = SparkSession.builder.getOrCreate()
        schema = spark.table("cdc.cdc_events").schema
        of_the_run = {"load_id": Path(portion).name, "landing_id": Path(portion).name, "loaded_at": datetime.now(timezone.utc)}
        written = ({**event, **of_the_run} for event in pickle.loads(Path(portion).read_bytes()))
        events = [tuple(event.get(name) for name in schema.fieldNames()) for event in written]
        spark.createDataFrame(events, schema).write.format("delta").mode("append").saveAsTable("cdc.cdc_events")
    print("folding", flush=True)
    dbt("run", *STATE)
    if rows != "-":
        spark = SparkSession.builder.getOrCreate()
        found = {
            table: sorted(
                repr({name: value for name, value in row.asDict(recursive=True).items() if name not in RUN_COLUMNS})
                for row in spark.table(f"cdc.{table}").collect()
            )
            for table in TABLES
        }
        Path(rows).write_bytes(pickle.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
