"""Records that were in raw until `scripts/maintain` took them out: a landing that meets them again does not add them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as F

from rosetta_cdc import raw_tables

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PLACE = ["kafka_topic", "kafka_topic_incarnation", "kafka_partition"]


class Trimmed:
    """The ranges of offsets that raw no longer holds, of one cluster.

    Args:
        spark: Session with Delta.
        cluster: Name of the Kafka cluster.
    """

    def __init__(self, spark: SparkSession, cluster: str) -> None:
        table = raw_tables.ensure(spark, "trimmed_offset_ranges")
        rows = spark.read.format("delta").load(str(table.path)).where(F.col("kafka_cluster") == cluster)
        self._ranges = rows.select(*PLACE, "from_offset", "until_offset")
        self.is_empty = not self._ranges.take(1)

    def among(self, records: DataFrame, how: str = "left_semi") -> DataFrame:
        """Return the records that raw no longer holds, or with `left_anti` the others.

        Args:
            records: Rows with topic, incarnation, partition and offset.
            how: Kind of the join.
        """
        ranges = F.broadcast(self._ranges).alias("trimmed")
        same = [F.col(f"record.{name}") == F.col(f"trimmed.{name}") for name in PLACE]
        inside = F.col("record.kafka_offset").between(F.col("trimmed.from_offset"), F.col("trimmed.until_offset") - 1)
        return records.alias("record").join(ranges, [*same, inside], how)

    def greatest(self) -> dict[tuple[str, int, int], int]:
        """Return the greatest offset of each topic, incarnation and partition."""
        rows = self._ranges.groupBy(*PLACE).agg(F.max("until_offset").alias("until")).collect()
        return {tuple(row[name] for name in PLACE): row.until - 1 for row in rows}
