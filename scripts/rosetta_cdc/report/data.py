"""What the report shows: counts of the last monitoring run, and what has come since, counted here."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import built_table, raw_table, schema
from rosetta_cdc.report.freshness import Freshness, freshness
from rosetta_cdc.report.tables import BUILT, LANDED

Rows = list[dict[str, Any]]

QUERIES = Path(__file__).parent / "queries"
# Hours of the plots over time, counted back from the newest record.
HOURS = 168
# Counts of these hours; a record that says it was written after it landed has a wrong time.
RECENT = f"""
    select *
    from (
        select *, max(kafka_hour) over () as newest_hour
        from counts
        where last_believed_timestamp is not null
    )
    where kafka_hour > newest_hour - interval {HOURS} hours
"""
# Rows that a table of the page shows at most; where there are more, the page says so. The pictures take all.
LIMIT = 500
UNLIMITED = {"flow", "volume", "delays"}


@dataclass(frozen=True)
class Data:
    """What the page shows.

    Attributes:
        rows: Of each query of the folder `queries`, by its name; at most LIMIT.
        cut: Queries that have more rows than that.
        fresh: What the rows do not hold yet.
        read_at: When they were read, UTC.
    """

    rows: dict[str, Rows]
    cut: set[str]
    fresh: Freshness
    read_at: datetime

    def __getitem__(self, name: str) -> Rows:
        return self.rows[name]


def check_tables() -> None:
    """Check that there are events to report.

    Raises:
        UserError: `cdc_events` was not made.
    """
    events = built_table("cdc_events")
    if not (events / "_delta_log").is_dir():
        raise UserError(f"{events.parent} has no {events.name}; run `dbt build` first")


def read_data(spark: SparkSession) -> Data:
    """Read everything that the page shows, by a session that knows the tables of dbt.

    Raises:
        UserError: `cdc_events` was not made.
    """
    if not spark.catalog.tableExists(f"{schema()}.cdc_events"):
        raise UserError(f"{schema()} has no cdc_events; run `dbt build` first")
    queries = {file.stem: file.read_text(encoding="utf-8") for file in QUERIES.glob("*.sql")}

    def rows_of(query: str, limit: int | None = None) -> Rows:
        found = spark.sql(query)
        rows = (found.limit(limit) if limit else found).collect()
        return [{name: _in_utc(value) for name, value in row.asDict(recursive=True).items()} for row in rows]

    # Most of a query's time goes into its plan, which Spark makes on one core.
    with ThreadPoolExecutor(4) as pool:
        try:
            missing = _name_tables(spark, pool.map)
            fresh = freshness(spark, rows_of, pool.map, missing)
            spark.catalog.cacheTable("counts")
            spark.sql(RECENT).createOrReplaceTempView("recent_counts")
            limits = [None if name in UNLIMITED else LIMIT + 1 for name in queries]
            rows = dict(zip(queries, pool.map(rows_of, queries.values(), limits), strict=True))
            rows["totals"][0]["event_bytes"] = _bytes(rows_of, f"{schema()}.cdc_events")
            is_landed = "kafka_messages" not in missing
            rows["totals"][0]["raw_bytes"] = _bytes(rows_of, f"delta.`{raw_table('kafka_messages')}`") if is_landed else None
        finally:
            # Other commands of the session are to see tables only.
            if spark.catalog.tableExists("counts"):
                spark.catalog.uncacheTable("counts")
            for name in (*BUILT, *LANDED, "counts", "recent_counts"):
                spark.catalog.dropTempView(name)
    cut = {name for name, found in rows.items() if name not in UNLIMITED and len(found) > LIMIT}
    rows = {name: found[:LIMIT] if name in cut else found for name, found in rows.items()}
    return Data(rows, cut, fresh, datetime.now(timezone.utc))


def _name_tables(spark: SparkSession, each: Callable[..., Any]) -> set[str]:
    """Make what the queries name a view of the session, without rows where there is no such table; return the names of these."""

    def name_table(name: str) -> bool:
        try:
            found = spark.read.table(f"delta.`{raw_table(name)}`" if name in LANDED else f"{schema()}.{name}")
        except AnalysisException:
            spark.createDataFrame([], {**BUILT, **LANDED}[name]).createOrReplaceTempView(name)
            return False
        found.createOrReplaceTempView(name)
        return True

    names = [*BUILT, *LANDED]
    return {name for name, is_there in zip(names, each(name_table, names), strict=True) if not is_there}


def _bytes(ask: Callable[[str], Rows], table: str) -> int:
    """Return the bytes of the files of a Delta table."""
    return ask(f"describe detail {table}")[0]["sizeInBytes"]


def _in_utc(value: Any) -> Any:
    """Return a time without its zone in UTC: PySpark gives it in the zone of the machine. Other values stay as they are."""
    return value.astimezone(timezone.utc).replace(tzinfo=None) if isinstance(value, datetime) else value
