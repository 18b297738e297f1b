"""The hand-written merge that `scripts/bench history` measures the row history against.

One Delta table of versions, closed and extended by one MERGE a run. It is careless where the project is not: events must arrive in
order, with whole images; no moves, no TRUNCATE, no copies, no late events, no list of what was not applied, no recovery.
"""

from __future__ import annotations

from pyspark.sql import SparkSession

TABLE = "cdc.handwritten_history"


def create(spark: SparkSession) -> None:
    """Make the empty table."""
    spark.sql(f"drop table if exists {TABLE}")
    spark.sql(
        f"create table {TABLE} (row_id string, event_id string, op string, row_image map<string, string>, row_hash string, "
        "is_deleted boolean, is_current boolean, valid_from timestamp, valid_to timestamp) using delta "
        "tblproperties ('delta.enableDeletionVectors' = 'true')"
    )


def apply(spark: SparkSession, first: int) -> None:
    """Apply the events from number `first` on."""
    spark.sql(f"""
        merge into {TABLE} as target
        using (
            with versions as (
                select
                    concat(table_id, '/', row_key) as row_id, event_id, op, coalesce(after, before) as row_image,
                    sha2(to_json(coalesce(after, before)), 256) as row_hash, op = 'delete' as is_deleted, committed_at as valid_from,
                    lead(committed_at) over by_row as valid_to, row_number() over by_row as number
                from cdc.cdc_events
                where kafka_offset >= {first}
                window by_row as (partition by table_id, row_key order by kafka_offset)
            )
            select *, null as merge_key from versions
            union all
            select *, row_id as merge_key from versions where number = 1
        ) as source
        on target.row_id = source.merge_key and target.is_current
        when matched then update set is_current = false, valid_to = source.valid_from
        when not matched and source.merge_key is null then
            insert (row_id, event_id, op, row_image, row_hash, is_deleted, is_current, valid_from, valid_to)
            values (source.row_id, source.event_id, source.op, source.row_image, source.row_hash, source.is_deleted,
                source.valid_to is null, source.valid_from, source.valid_to)
    """)
