"""What the report shows, read from the tables of the last run."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import built_table, schema

Rows = list[dict[str, Any]]

# Tables that the queries name; all of them are small.
TABLES = (
    "hourly_counts", "observed_schemas", "row_counts", "cdc_completeness", "cdc_pipeline_health", "cdc_schema_drift", "cdc_cast_errors",
    "cdc_error_codes",
)  # fmt: skip
QUERIES = Path(__file__).parent / "queries"
# Hours of the plots over time, counted back from the newest record.
HOURS = 168
# Counts of these hours; a record that says it was written after it landed has a wrong time.
RECENT = f"""
    select *
    from (
        select *, max(kafka_hour) over () as newest_hour
        from hourly_counts
        where last_believed_timestamp is not null
    )
    where kafka_hour > newest_hour - interval {HOURS} hours
"""


@dataclass(frozen=True)
class Data:
    """Rows of each query of the folder `queries`, by its name, and when they were read (UTC)."""

    rows: dict[str, Rows]
    read_at: datetime

    def __getitem__(self, name: str) -> Rows:
        return self.rows[name]


def check_tables() -> None:
    """Check that what the report reads was built.

    Raises:
        UserError: A table is missing.
    """
    missing = [built_table(name) for name in TABLES if not (built_table(name) / "_delta_log").is_dir()]
    if missing:
        raise UserError(f"{missing[0].parent} has no {missing[0].name}; run `dbt build` first")


def read_data(spark: SparkSession) -> Data:
    """Read everything that the page shows, by a session that knows the tables of dbt."""
    queries = {file.stem: file.read_text(encoding="utf-8") for file in QUERIES.glob("*.sql")}

    def name_table(name: str) -> None:
        spark.table(f"{schema()}.{name}").createOrReplaceTempView(name)

    def rows_of(query: str) -> Rows:
        return [row.asDict(recursive=True) for row in spark.sql(query).collect()]

    # Most of a query's time goes into its plan, which Spark makes on one core.
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(name_table, (*TABLES, "cdc_pipeline_alerts")))
        spark.sql(RECENT).createOrReplaceTempView("recent_counts")
        rows = dict(zip(queries, pool.map(rows_of, queries.values()), strict=True))
    return Data(rows, datetime.now(timezone.utc))
