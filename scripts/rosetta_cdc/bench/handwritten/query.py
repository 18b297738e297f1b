"""The query of a format's records, and the job that reads all formats and appends their events."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

from rosetta_cdc.bench.handwritten.formats import formats
from rosetta_cdc.bench.handwritten.styles import Careful

DUPLICATE_KEYS = "spark.sql.mapKeyDedupPolicy"


def query(code: str, style: type[Careful]) -> str:
    """Return the SQL that reads the records of one format from the view `raw_messages`."""
    text, schema, mapping, in_arrays = formats(style)[code]
    text_of = style.text_of
    source = f"bench_{code}"
    rows = (
        "lateral view outer posexplode(arrays_zip(m.data, coalesce(m.old, cast(array() as array<map<string, string>>)))) as place, pair"
        if in_arrays
        else ""
    )
    numbered = "coalesce(place, 0) as i, greatest(size(m.data), 1) as n, pair.data as data_row, pair.`1` as old_row"
    row_columns = numbered if in_arrays else "0 as i, 1 as n"
    get = {
        **dict.fromkeys(("database_name", "schema_name", "transaction_id", "pair_token", "source_position"), "cast(null as string)"),
        **dict.fromkeys(("read_at", "produced_at"), "cast(null as timestamp)"),
        "transaction_order": "cast(null as bigint)",
        **mapping,
    }
    mapped = ", ".join(f"{value} as {name}" for name, value in get.items())
    return f"""
        select
            concat(kafka_cluster, '/', kafka_topic, '/', kafka_partition, '/', kafka_offset, '/', i) as event_id,
            kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, i as row_index, n as rows_in_record,
            kafka_timestamp, landing_id, landed_at, landed_date, 'handwritten' as registry_digest,
            'run' as load_id, timestamp'2026-01-01' as loaded_at, '{source}' as source_name, '{code}' as source_format,
            'registry' as format_basis, database_name, schema_name, table_name,
            concat_ws('.', '{source}', database_name, schema_name, table_name) as table_id, 'row_change' as event_kind, op, source_op,
            primary_key, case when {text_of("key_before")} <> {text_of("primary_key")} then key_before end as previous_primary_key,
            {text_of("primary_key")} as row_key,
            case when {text_of("key_before")} <> {text_of("primary_key")} then {text_of("key_before")} end as previous_row_key,
            key_basis, before, after, before is not null as before_complete, after is not null as after_complete, column_types,
            committed_at, committed_at_basis, read_at, produced_at, source_position, sequence_number, transaction_id, transaction_order,
            concat(table_name, '/', pair_token) as pair_id, 'arrival' as order_by, cast(null as timestamp) as load_time,
            cast(null as string) as ddl_text, source_metadata,
            cast(null as string) as error_code, cast(null as string) as error_detail
        from (
            select *, {style.key_of("key_names", "coalesce(after, before)")} as primary_key,
                case when op = 'update' then {style.key_of("key_names", "before")} end as key_before
            from (
                select kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, kafka_timestamp,
                    landing_id, landed_at, landed_date, i, n, {mapped}
                from (
                    select *, {row_columns}
                    from (
                        select * from raw_messages
                        lateral view inline(array(struct(from_json({text}, '{schema}', map('maxNumLen', '2000000000')) as m))) parsed as m
                        where format = '{code}'
                    )
                    {rows}
                )
            )
        )
    """


def job(spark: SparkSession, raw: str, codes: list[str], target: str, style: type[Careful]) -> None:
    """Read the records of some formats from a Delta folder and append their events to another.

    Args:
        spark: Session with Delta.
        raw: Folder of raw.kafka_messages.
        codes: Format codes.
        target: Folder of the Delta table to append to.
        style: `Careful` or `Bare`.
    """
    spark.read.format("delta").load(raw).createOrReplaceTempView("raw_messages")
    spark.conf.set(DUPLICATE_KEYS, style.duplicate_keys)
    try:
        events: DataFrame = spark.sql(" union all ".join(query(code, style) for code in codes))
        events.write.format("delta").mode("append").option("dataSkippingNumIndexedCols", "0").save(target)
    finally:
        spark.conf.unset(DUPLICATE_KEYS)
