"""The hand-written typed table that `scripts/bench typed` measures `cdc_table` against.

One `try_cast` a column. It is careless where the project is not: it knows one notation of each type, and a value that cannot be read is
null without a word.
"""

from __future__ import annotations

from pyspark.sql import SparkSession

TABLE = "cdc.handwritten_typed"


def _query(columns: dict[str, str], after: str) -> str:
    """Return the rows of the table that were applied after a moment, with columns of types."""
    values = ", ".join(f"try_cast(row_image['{name}'] as {data_type}) as {name}" for name, data_type in columns.items())
    technical = "row_id, event_id, valid_from, applied_at, is_deleted"
    return f"select {values}, {technical} from cdc.cdc_row_history where is_current and applied_at > {after}"


def create(spark: SparkSession, columns: dict[str, str]) -> None:
    """Make the table of all rows; `columns`: column to its type."""
    spark.sql(f"create or replace table {TABLE} using delta as {_query(columns, 'timestamp_seconds(0)')} and not is_deleted")


def apply(spark: SparkSession, columns: dict[str, str]) -> None:
    """Merge the rows that came since the last time."""
    newest = spark.sql(f"select unix_micros(max(applied_at)) from {TABLE}").first()[0]
    spark.sql(f"""
        merge into {TABLE} as target
        using ({_query(columns, f"timestamp_micros({newest})")}) as source
        on target.row_id = source.row_id
        when matched and source.is_deleted then delete
        when matched then update set *
        when not matched and not source.is_deleted then insert *
    """)
