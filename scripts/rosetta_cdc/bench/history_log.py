"""Change events for `scripts/bench history`, made by Spark: rows with skewed keys, written straight to `cdc_events`."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

EVENTS = "cdc.cdc_events"
SOURCE = "bench"
FORMAT = "dts_canal"
TABLE_ID = "bench.shop.orders"
COLUMNS = 12
# Events a second of the source.
RATE = 1000
START = "timestamp'2026-01-01 00:00:00'"


@dataclass(frozen=True)
class Image:
    """What a row's image holds beside its `id`: column to its text, an expression over the event's `number`, and to the declared type."""

    texts: dict[str, Column]
    types: dict[str, str]


def texts() -> Image:
    """Return an image of eleven short texts."""
    numbers = range(1, COLUMNS)
    return Image(
        {f"column_{i}": f.concat(f.lit(f"value {i} "), f.col("number") % (i * 10)) for i in numbers},
        {f"column_{i}": "varchar(40)" for i in numbers},
    )


def row_changes(
    spark: SparkSession, first: int, count: int, keys: int | None, *, late_every: int = 0, columns: Image | None = None
) -> DataFrame:
    """Return `count` row changes of one table, numbered from `first`, as rows of `cdc_events`.

    Each is an update with a whole image of `id` and columns (by default `texts`), every fiftieth (where keys recur) a delete. Of `keys`
    keys a random one is changed, low numbers far more often than high ones (a Zipf distribution of exponent 0.8); with none, every event
    has a key of its own. Each `late_every`th event (0: none) comes from partition 1 with the time and number of an event far before it.
    """
    number = f.col("id")
    key = number if keys is None else f.floor(f.pow(f.rand(first + 1), f.lit(5)) * keys).cast("long")
    late = (number % late_every == 0) if late_every else f.lit(False)
    log = spark.range(first, first + count, 1, 4).select(
        number.alias("number"), f.concat(f.lit("k"), key).alias("key"), late.alias("is_late")
    )
    happened = f.when(f.col("is_late"), f.floor(f.col("number") / 2)).otherwise(f.col("number"))
    log = log.withColumn("happened", happened).withColumn(
        "op", f.when((f.col("number") % 50 == 49) & f.lit(keys is not None), "delete").otherwise("update")
    )
    columns = columns or texts()
    image = f.create_map(f.lit("id"), f.col("key"), *[part for name, text in columns.texts.items() for part in (f.lit(name), text)])
    types = f.create_map(*[f.lit(word) for pair in ({"id": "varchar(20)"} | columns.types).items() for word in pair])
    return events_of(spark, log.withColumn("image", image).withColumn("types", types))


def table_event(spark: SparkSession, number: int) -> DataFrame:
    """Return a TRUNCATE of the table."""
    log = spark.range(1).select(
        f.lit(number).cast("long").alias("number"), f.lit(number).alias("happened"), f.lit(False).alias("is_late"),
        f.lit(None).cast("string").alias("key"), f.lit("truncate").alias("op"), f.lit(None).cast("map<string,string>").alias("image"),
        f.lit(None).cast("map<string,string>").alias("types"),
    )  # fmt: skip
    return events_of(spark, log)


def events_of(spark: SparkSession, log: DataFrame) -> DataFrame:
    """Return a log (number, happened, is_late, key, op, image, types) with the columns of `cdc_events`."""
    is_row = "op <> 'truncate'"
    given = {
        "kafka_cluster": "'default'", "kafka_topic": "'bench'", "kafka_topic_incarnation": "0", "kafka_partition": "if(is_late, 1, 0)",
        "kafka_offset": "number", "row_index": "0", "kafka_timestamp": f"{START} + make_dt_interval(0, 0, 0, number / {RATE})",
        "event_id": "concat('default/bench/', if(is_late, 1, 0), '/', number, '/0')",
        "source_name": f"'{SOURCE}'", "source_format": f"'{FORMAT}'", "database_name": "'shop'",
        "table_name": "'orders'", "table_id": f"'{TABLE_ID}'",
        "event_kind": f"if({is_row}, 'row_change', 'truncate')", "op": "op", "source_op": "upper(op)",
        "primary_key": f"if({is_row}, map('id', key), null)", "row_key": f"if({is_row}, concat('id=', key), null)",
        "key_basis": "'declared'",
        "before": "if(op = 'delete', image, null)", "after": "if(op = 'update', image, null)",
        "column_types": "types",
        "before_complete": "if(op = 'delete', true, null)", "after_complete": "if(op = 'update', true, null)",
        "committed_at": f"{START} + make_dt_interval(0, 0, 0, floor(happened / {RATE}))", "sequence_number": "happened + 1",
        "order_by": "'arrival'", "load_id": f"'{uuid4()}'", "loaded_at": "current_timestamp()", "landing_id": "'bench'",
    }  # fmt: skip
    return log.select(*[
        f.expr(f"cast({given.get(field.name, 'null')} as {field.dataType.simpleString()})").alias(field.name)
        for field in spark.table(EVENTS).schema
    ])  # fmt: skip


def append(events: DataFrame) -> None:
    """Append events to `cdc_events` as one run."""
    events.write.format("delta").mode("append").saveAsTable(EVENTS)
