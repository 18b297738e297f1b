"""The raw tables as a chunk needs them: what is there already, and commits of what is not."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import functions as F

from rosetta_cdc import raw_tables
from rosetta_cdc.landing import predicates
from rosetta_cdc.landing.chunk import Chunk, Rejected, Stamp, rejected_table, to_table
from rosetta_cdc.landing.trimmed import Trimmed
from rosetta_cdc.paths import file_name, home

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

TOPICS_SCHEMA = pa.schema(
    [
        ("kafka_cluster", pa.string()),
        ("kafka_topic", pa.string()),
        ("kafka_topic_incarnation", pa.int32()),
        ("kafka_topic_id", pa.string()),
        ("first_landing_id", pa.string()),
        ("first_landed_at", pa.timestamp("us", "UTC")),
    ]
)
IDENTITY = ["kafka_topic", "kafka_partition", "kafka_offset"]
# What tells a repeated record from another one under its identity. Digests, so that no big value is
# shuffled.
COMPARED = {
    "key": "sha2(kafka_key, 256)",
    "value": "sha2(kafka_value, 256)",
    "headers": "sha2(to_json(kafka_headers), 256)",
    "timestamp": "kafka_timestamp",
}
# Worth a dictionary in the scratch file: few distinct values.
REPETITIVE = [
    "kafka_cluster",
    "kafka_topic",
    "format",
    "kafka_timestamp_type",
    "file",
    "reason",
    "landing_id",
]


class Store:
    """The raw tables of one `ROSETTA_HOME`, seen by a landing of one cluster and incarnation.

    Args:
        spark: Session with Delta.
        cluster: Name of the Kafka cluster.
        incarnation: Incarnation of the topics.
    """

    def __init__(self, spark: SparkSession, cluster: str, incarnation: int) -> None:
        self.spark = spark
        self.cluster = cluster
        self.incarnation = incarnation
        self.scratch = home() / "tmp" / f"landing-{file_name(cluster)}"
        self._staged = 0

    def open(self) -> None:
        """Create or check the tables, and read which topics have landed.

        Raises:
            UserError: A table cannot be used.
        """
        shutil.rmtree(self.scratch, ignore_errors=True)  # left by a landing that was killed
        self.scratch.mkdir(parents=True)
        existed = [table.path.exists() for table in raw_tables.declared().values()]
        self.tables = {name: raw_tables.ensure(self.spark, name) for name in raw_tables.declared()}
        self._trimmed = Trimmed(self.spark, self.cluster)
        self._topics = self._landed_topics()
        # A topic is listed before its first record lands, so one that is not listed has no record in
        # raw yet. Were the list alone taken away, nothing could be said.
        self._unlisted_is_new = all(existed) or not any(existed)
        self._new: dict[str, dict[int, tuple[int, int]]] = {}

    def has_landed(self, landing_id: str) -> bool:
        """Return whether a commit of this identity, or one that follows it, is in raw."""
        same = (F.col("landing_id") == landing_id) | F.col("landing_id").startswith(f"{landing_id}-")
        return bool(self._read("kafka_messages").where(same).select("landing_id").take(1))

    def close(self) -> None:
        """Remove the scratch files."""
        shutil.rmtree(self.scratch, ignore_errors=True)

    def stage(self, rows: pa.Table) -> DataFrame:
        """Write rows to a scratch file and return them as Spark reads them."""
        self._staged += 1
        path = self.scratch / f"{self._staged}.parquet"
        repetitive = [column for column in REPETITIVE if column in rows.column_names]
        pq.write_table(rows, path, compression="none", use_dictionary=repetitive, write_statistics=False)
        reader = self.spark.read.schema(_spark_schema(rows.schema))
        # The folder may have brackets or braces in its name, which Spark would expand.
        return reader.option("__globPaths__", "false").parquet(str(path))

    def clear(self) -> None:
        """Remove the scratch files of a chunk that landed."""
        for path in self.scratch.glob("*.parquet"):
            path.unlink()

    def differences(self, new: DataFrame, chunk: Chunk) -> dict[int, str]:
        """Return the rows of a staged chunk whose identity is in raw, and which parts differ. Of a record that raw no longer holds, none.

        Raw is never read whole: topics that are new in this landing are not looked up, files are
        skipped by their statistics, and keys, values and headers are read only of files where an
        identity was found.

        Args:
            new: The chunk's records, staged.
            chunk: The chunk.
        """
        doubtful = {place: offsets for place, offsets in chunk.ranges().items() if self._may_have_landed(place, offsets)}
        if not doubtful:
            return {}
        differences: dict[int, str] = {}
        if not self._trimmed.is_empty:
            differences = dict.fromkeys(self._trimmed.among(new).select("row").toArrow()["row"].to_pylist(), "")
        rows = self._messages(doubtful).join(F.broadcast(new.select("row", *IDENTITY)), IDENTITY)
        found = rows.select("row").toArrow()["row"].to_pylist()
        if not found:
            return differences
        compared = [F.expr(expression).alias(part) for part, expression in COMPARED.items()]
        old = self._messages(chunk.ranges(found)).select(*IDENTITY, *compared).alias("old")
        other = F.broadcast(new.select("row", *IDENTITY, *compared)).alias("new")
        parts = [F.when(~F.col(f"old.{part}").eqNullSafe(F.col(f"new.{part}")), F.lit(part)) for part in COMPARED]
        answer = old.join(other, IDENTITY).select("row", F.concat_ws(", ", *parts).alias("parts")).toArrow()
        for row, part in zip(answer["row"].to_pylist(), answer["parts"].to_pylist(), strict=True):
            if differences.get(row) != "":
                differences[row] = part
        return differences

    def add_topics(self, topics: list[str], stamp: Stamp) -> None:
        """Add the topics that `raw.kafka_topics` lacks."""
        new = [topic for topic in dict.fromkeys(topics) if topic not in self._topics]
        if not new:
            return
        self._append("kafka_topics", self.stage(topic_table(new, stamp)), stamp)
        self._topics.update(new)
        if self._unlisted_is_new:
            self._new.update((topic, {}) for topic in new)

    def add_rejected(self, rejected: list[Rejected], stamp: Stamp) -> int:
        """Add the lines that `raw.rejected_lines` lacks, and return how many that were."""
        distinct: dict[tuple, Rejected] = {}
        for line in rejected:
            distinct.setdefault((line.file, line.line_number, line.reason, line.line), line)
        if not distinct:
            return 0
        lines = rejected_table(list(distinct.values()), stamp)
        staged = self.stage(lines)
        known = self._known_lines(staged, list(distinct.values()))
        if known:
            lines = lines.filter(pa.array([row not in known for row in range(len(distinct))]))
            staged = self.stage(lines)
        if lines.num_rows:
            self._append("rejected_lines", staged, stamp)
        return lines.num_rows

    def add_messages(self, messages: DataFrame, formats: Mapping[str, int], ranges: predicates.Ranges, stamp: Stamp) -> None:
        """Add staged records.

        Args:
            messages: The records.
            formats: Number of them by format code.
            ranges: The offsets of their chunk.
            stamp: What they share.
        """
        name = raw_tables.name_of_landing(stamp.landing_id, stamp.landed_at.date(), formats)
        raw_tables.append(messages, self.tables["kafka_messages"], name)
        for (topic, partition), (low, high) in ranges.items():
            if topic in self._new:
                before = self._new[topic].get(partition, (low, high))
                self._new[topic][partition] = (min(low, before[0]), max(high, before[1]))

    def _may_have_landed(self, place: tuple[str, int], offsets: tuple[int, int]) -> bool:
        topic, partition = place
        if topic in self._new:
            landed = self._new[topic].get(partition)
            return landed is not None and offsets[0] <= landed[1] and landed[0] <= offsets[1]
        return topic in self._topics or not self._unlisted_is_new

    def _landed_topics(self) -> set[str]:
        topics = self._read("kafka_topics").where(self._same_topics()).select("kafka_topic")
        return {row[0] for row in topics.collect()}

    def _messages(self, ranges: predicates.Ranges) -> DataFrame:
        condition = F.expr(predicates.of_offsets(ranges))
        return self._read("kafka_messages").where(self._same_topics() & condition)

    def _same_topics(self) -> Column:
        return (F.col("kafka_cluster") == self.cluster) & (F.col("kafka_topic_incarnation") == self.incarnation)

    def _known_lines(self, new: DataFrame, rejected: list[Rejected]) -> set[int]:
        columns = ["file", "line_number", "reason", "line_bytes"]
        condition = F.expr(predicates.of_lines([(line.file, line.line_number) for line in rejected]))
        old = self._read("rejected_lines").where(condition).select(*columns)
        return {row[0] for row in old.join(new, columns).select("row").collect()}

    def _read(self, name: str) -> DataFrame:
        return self.spark.read.format("delta").load(str(self.tables[name].path))

    def _append(self, name: str, rows: DataFrame, stamp: Stamp) -> None:
        raw_tables.append(rows, self.tables[name], stamp.landing_id)


def topic_table(topics: list[str], stamp: Stamp) -> pa.Table:
    """Return topics as rows of `raw.kafka_topics`."""
    shared = {
        "kafka_cluster": stamp.cluster,
        "kafka_topic_incarnation": stamp.incarnation,
        "kafka_topic_id": None,
        "first_landing_id": stamp.landing_id,
        "first_landed_at": stamp.landed_at,
    }
    return to_table(TOPICS_SCHEMA, {"kafka_topic": topics}, shared, len(topics))


def _spark_schema(schema: pa.Schema) -> str:
    types = {column.name: column.data_type for table in raw_tables.declared().values() for column in table.columns}
    return ", ".join(f"`{name}` {types.get(name, 'int')}" for name in schema.names)
