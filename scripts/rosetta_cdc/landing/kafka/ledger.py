"""What has landed from a Kafka cluster, as the raw tables tell it: incarnations of topics, and how far each partition was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql import functions as F

from rosetta_cdc import raw_tables
from rosetta_cdc.landing import predicates
from rosetta_cdc.landing.chunk import Stamp, to_table
from rosetta_cdc.landing.kafka.cluster import Place, Topic
from rosetta_cdc.landing.store import TOPICS_SCHEMA
from rosetta_cdc.landing.trimmed import Trimmed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

RANGES_SCHEMA = pa.schema(
    [
        ("kafka_cluster", pa.string()),
        ("kafka_topic", pa.string()),
        ("kafka_topic_incarnation", pa.int32()),
        ("kafka_partition", pa.int32()),
        ("kind", pa.string()),
        ("from_offset", pa.int64()),
        ("until_offset", pa.int64()),
        ("records", pa.int64()),
        ("reason", pa.string()),
        ("landing_id", pa.string()),
        ("landed_at", pa.timestamp("us", "UTC")),
    ]
)
LAST_OFFSET = 2**63 - 1
# Reasons of lost ranges: the topic is no longer there, with what was not yet read; the oldest records are no longer there.
GONE = "topic_deleted"
TRUNCATED = "records_deleted"


@dataclass(frozen=True)
class Range:
    """Offsets of a partition, `start` inclusive and `end` exclusive: `read`, `lost`, or where reading began (`start`, empty)."""

    place: Place
    kind: str
    start: int
    end: int
    records: int = 0
    reason: str | None = None


class Ledger:
    """The state of a landing from one cluster. All of it lies in the raw tables, so no other state can disagree with them.

    Args:
        spark: Session with Delta.
        cluster: Name of the cluster.
    """

    def __init__(self, spark: SparkSession, cluster: str) -> None:
        self.spark = spark
        self.cluster = cluster
        self.tables = {name: raw_tables.ensure(spark, name) for name in raw_tables.declared()}
        self.incarnations: dict[str, int] = {}
        self._identities: dict[str, dict[int, str | None]] = {}
        self.trimmed = Trimmed(spark, cluster)
        self.load()

    def load(self) -> None:
        """Read the state again."""
        of_cluster = F.col("kafka_cluster") == self.cluster
        self._identities = {}
        for row in self._read("kafka_topics").where(of_cluster).collect():
            self._identities.setdefault(row.kafka_topic, {})[row.kafka_topic_incarnation] = row.kafka_topic_id
        # Incarnations without an id are of files, such as records that were refused before and landed under another number.
        self.incarnations = {
            topic: max((one for one, identity in found.items() if identity is not None), default=max(found))
            for topic, found in self._identities.items()
        }
        places = ("kafka_topic", "kafka_topic_incarnation", "kafka_partition")
        ranges = self._read("kafka_offset_ranges").where(of_cluster)
        ends = ranges.groupBy(*places).agg(F.max("until_offset").alias("position"), F.bool_or(F.col("reason") == GONE).alias("is_gone"))
        self._positions, self._gone = {}, set()
        for row in ends.collect():
            place = (row.kafka_topic, row.kafka_topic_incarnation, row.kafka_partition)
            self._positions[place] = row.position
            if row.is_gone:
                self._gone.add(place)

    def known_topics(self) -> set[str]:
        """Return the topics that were read from Kafka before."""
        return {topic for topic, incarnation, _ in self._positions if incarnation == self.incarnations.get(topic)}

    def places(self) -> list[Place]:
        """Return the partitions of the newest incarnations that were read from Kafka before."""
        return [(topic, partition) for topic, incarnation, partition in self._positions if incarnation == self.incarnations.get(topic)]

    def position(self, place: Place) -> int | None:
        """Return the offset up to which a partition of the newest incarnation was read, None if it never was."""
        topic, partition = place
        return self._positions.get((topic, self.incarnations.get(topic, 0), partition))

    def meet(self, topics: dict[str, Topic], stamp: Stamp) -> list[str]:
        """Note the topics as Kafka has them, before the first record of one lands.

        A topic whose id is known goes on; one that landed from files only takes its id; another id is the next incarnation.

        Returns:
            The topics that were created again since they were last met.
        """
        first, adopted, again = [], [], []
        for name, topic in topics.items():
            known = self._identities.setdefault(name, {})
            met = [incarnation for incarnation, identity in known.items() if identity == topic.identity]
            if met:
                self.incarnations[name] = met[0]
                continue
            if known and not any(known.values()):
                self.incarnations[name] = max(known)
                adopted.append(name)
            else:
                self.incarnations[name] = max(known, default=-1) + 1
                first.append(name)
                if known:
                    again.append(name)
            known[self.incarnations[name]] = topic.identity
        if first:
            columns = {
                "kafka_topic": first,
                "kafka_topic_incarnation": [self.incarnations[name] for name in first],
                "kafka_topic_id": [topics[name].identity for name in first],
            }
            shared = {"kafka_cluster": self.cluster, "first_landing_id": stamp.landing_id, "first_landed_at": stamp.landed_at}
            self._append("kafka_topics", to_table(TOPICS_SCHEMA, columns, shared, len(first)), stamp)
        if adopted:
            self._adopt({name: topics[name].identity for name in adopted})
        return again

    def note(self, ranges: list[Range], stamp: Stamp) -> None:
        """Add ranges of offsets; the positions of their partitions are their ends."""
        if not ranges:
            return
        columns = {
            "kafka_topic": [one.place[0] for one in ranges],
            "kafka_topic_incarnation": [self.incarnations[one.place[0]] for one in ranges],
            "kafka_partition": [one.place[1] for one in ranges],
            "kind": [one.kind for one in ranges],
            "from_offset": [one.start for one in ranges],
            "until_offset": [one.end for one in ranges],
            "records": [one.records for one in ranges],
            "reason": [one.reason for one in ranges],
        }
        shared = {"kafka_cluster": self.cluster, "landing_id": stamp.landing_id, "landed_at": stamp.landed_at}
        self._append("kafka_offset_ranges", to_table(RANGES_SCHEMA, columns, shared, len(ranges)), stamp)
        for one in ranges:
            self._positions[(one.place[0], self.incarnations[one.place[0]], one.place[1])] = one.end

    def is_gone(self, topic: str) -> bool:
        """Return whether it is noted already that the newest incarnation of a topic was deleted."""
        return any(known == topic and incarnation == self.incarnations.get(topic) for known, incarnation, _ in self._gone)

    def landed_above(self, positions: dict[Place, int]) -> dict[Place, int]:
        """Return the greatest offset that is or was in raw of the partitions that have records at or above an offset.

        Records land before their range is noted, so a killed landing leaves some; so do files. Delta skips the files below.
        """
        if not positions:
            return {}
        wanted = predicates.of_offsets({place: (offset, LAST_OFFSET) for place, offset in positions.items()})
        rows = (
            self.messages()
            .where(F.expr(wanted))
            .groupBy("kafka_topic", "kafka_topic_incarnation", "kafka_partition")
            .agg(F.max("kafka_offset").alias("greatest"))
            .collect()
        )
        landed = [(row.kafka_topic, row.kafka_topic_incarnation, row.kafka_partition, row.greatest) for row in rows]
        landed += [(*place, greatest) for place, greatest in self.trimmed.greatest().items()]
        found: dict[Place, int] = {}
        for topic, incarnation, partition, greatest in landed:
            place = (topic, partition)
            if incarnation == self.incarnations.get(topic) and greatest >= positions.get(place, LAST_OFFSET):
                found[place] = max(greatest, found.get(place, greatest))
        return found

    def messages(self) -> DataFrame:
        """Return the cluster's records in raw."""
        return self._read("kafka_messages").where(F.col("kafka_cluster") == self.cluster)

    def reject(self, lines: DataFrame, stamp: Stamp) -> None:
        """Write rows of `rejected_lines` that are not there yet: a landing that was killed after it had written them refuses them again."""
        identity = ["file", "line_number", "reason", "line_bytes"]
        fresh = lines.join(self._read("rejected_lines").select(*identity), identity, "left_anti").select(*lines.columns)
        raw_tables.append(fresh, self.tables["rejected_lines"], stamp.landing_id)

    def _read(self, name: str) -> DataFrame:
        return self.spark.read.format("delta").load(str(self.tables[name].path))

    def _append(self, name: str, rows: pa.Table, stamp: Stamp) -> None:
        raw_tables.append(self.spark.createDataFrame(rows), self.tables[name], stamp.landing_id)

    def _adopt(self, identities: dict[str, str]) -> None:
        path = str(self.tables["kafka_topics"].path).replace("`", "``")
        cluster = predicates.literal(self.cluster)
        for name, identity in identities.items():
            of_topic = f"kafka_topic = {predicates.literal(name)} and kafka_topic_incarnation = {self.incarnations[name]}"
            self.spark.sql(
                f"update delta.`{path}` set kafka_topic_id = {predicates.literal(identity)}"
                f" where kafka_cluster = {cluster} and {of_topic} and kafka_topic_id is null"
            )
