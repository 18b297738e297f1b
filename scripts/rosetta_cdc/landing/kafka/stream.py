"""The landing loop: one streaming query after another, each batch one commit of `raw.kafka_messages`."""

from __future__ import annotations

import json
import secrets
import shutil
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark import StorageLevel
from pyspark.sql import functions as F

from rosetta_cdc import raw_tables
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.chunk import Stamp
from rosetta_cdc.landing.kafka.cluster import Cluster, Place, Unreachable
from rosetta_cdc.landing.kafka.ledger import Ledger, Range
from rosetta_cdc.landing.kafka.plan import Plan, TopicGone, Wanted, java_pattern, make_plan
from rosetta_cdc.landing.kafka.settings import options_of
from rosetta_cdc.landing.record import LAST_TIMESTAMP
from rosetta_cdc.landing.store import COMPARED, IDENTITY
from rosetta_cdc.paths import file_name, home
from rosetta_cdc.registry import Registry, read_registry

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

    from rosetta_cdc.landing.kafka.report import Reporter

SECONDS_BETWEEN_TRIES = (1, 2, 5, 10, 30)
TRIES_ONCE = 5
# A topic that is deleted while the landing follows it may be created again in the next moment.
SECONDS_FOR_A_TOPIC = 60
TIMESTAMP_TYPES = {0: "create", 1: "append"}
# A record as a line of `kcat -J`, all of its bytes in base64.
# Spark puts a line end behind every 76 characters of base64.
LINE = r"""
    to_json(struct(
        kafka_topic as topic, kafka_partition as partition, kafka_offset as offset,
        if(kafka_timestamp_type = 'append', 'logappend', kafka_timestamp_type) as tstype, unix_millis(kafka_timestamp) as ts,
        transform(kafka_headers, h -> struct(h.key as key, translate(base64(h.value), '\r\n', '') as value_base64)) as headers,
        translate(base64(kafka_key), '\r\n', '') as key_base64, translate(base64(kafka_value), '\r\n', '') as payload_base64
    ))
"""


@dataclass(frozen=True)
class Pace:
    """How a landing runs.

    Attributes:
        follows: Whether it goes on until it is stopped; else it ends with what is there.
        seconds: Between the beginnings of two batches.
        records: Offsets that a batch takes at most.
    """

    follows: bool = False
    seconds: float = 10.0
    records: int = 500_000


@dataclass
class Progress:
    """What a landing did so far: records and bytes (keys and values) that landed, records that had landed before, and the lag.

    Attributes:
        by_topic: Landed records by topic.
        lag: Records in Kafka that have not landed, by topic.
        again: Topics that were created again.
        lost: Ranges that Kafka lost before they landed.
        failures: Failures in a row after which the landing tried again.
    """

    records: int = 0
    bytes: int = 0
    repeated: int = 0
    reused: int = 0
    batches: int = 0
    by_topic: dict[str, int] = field(default_factory=dict)
    lag: dict[str, int] = field(default_factory=dict)
    again: list[str] = field(default_factory=list)
    lost: list[Range] = field(default_factory=list)
    failures: int = 0
    began: float = field(default_factory=time.monotonic)


class _TopicsChanged(Exception):
    """A topic was deleted or created again since the plan was made."""


class _Stopped(Exception):
    """The landing shall end."""


class KafkaLanding:
    """A landing from one cluster.

    Args:
        spark: Session with Delta and Kafka's source.
        name: The cluster's name.
        properties: Properties of Kafka's client.
        wanted: Which topics, and from where.
        pace: How it runs.
        reporter: Told of the progress.
    """

    def __init__(
        self, spark: SparkSession, name: str, properties: dict[str, str], wanted: Wanted, pace: Pace, reporter: Reporter
    ) -> None:
        self.spark = spark
        self.name = name
        self.properties = properties
        self.wanted = wanted
        self.pace = pace
        self.reporter = reporter
        self.progress = Progress()
        self.stop = threading.Event()
        self._matches = java_pattern(spark, wanted.pattern) if wanted.pattern is not None else None
        self._scratch = home() / "tmp" / f"kafka-{file_name(name)}"
        self._error: Exception | None = None
        self._plan: Plan | None = None
        self._in_batch = threading.Lock()

    def use_registry(self, registry: Registry) -> None:
        """Stamp the records of the batches to come by another registry than the one that was there when the landing began.

        Raises:
            RegistryError: A topic that is being landed has more than one format by it.
        """
        for topic in self._plan.topics if self._plan is not None else ():
            registry.format_of(self.name, topic)
        self._registry = registry

    def run(self) -> Progress:
        """Land until everything is there, or until `stop` is set.

        Raises:
            UserError: Something that trying again does not mend.
        """
        shutil.rmtree(self._scratch, ignore_errors=True)  # left by a landing that was killed
        self._registry = read_registry(self.spark)
        self._ledger = Ledger(self.spark, self.name)
        self._cluster = Cluster(self.spark, self.properties)
        try:
            is_first, gone_since = True, None
            while not self.stop.is_set():
                try:
                    if self._land(is_first=is_first):
                        break
                    gone_since = None
                except TopicGone:
                    gone_since = gone_since or time.monotonic()
                    if is_first or not self.pace.follows or time.monotonic() > gone_since + SECONDS_FOR_A_TOPIC:
                        raise
                    self.stop.wait(1)
                except (Unreachable, _Failed) as error:
                    if is_first and isinstance(error, Unreachable):
                        raise
                    self._wait_after(error)
                is_first = False
        finally:
            self._cluster.close()
            shutil.rmtree(self._scratch, ignore_errors=True)
        return self.progress

    def _land(self, *, is_first: bool) -> bool:
        """Run one query, and return whether all is done."""
        self._ledger.load()
        self._plan = make_plan(self._cluster, self._ledger, self.wanted, self._matches, self._stamp(), is_first=is_first)
        self.progress.again += self._plan.again
        self.progress.lost += self._plan.lost
        if not self._plan.offsets:
            return not self.pace.follows or bool(self.stop.wait(self.pace.seconds))
        self._ahead = self._ledger.landed_above(self._plan.offsets)
        self._reached = dict(self._plan.offsets)
        self.reporter.started(self.progress)
        self._error = None
        checkpoint = self._scratch / secrets.token_hex(8)
        query = self._query(checkpoint)
        try:
            while not query.awaitTermination(0.5):
                if self.stop.is_set() and not self._in_batch.locked():
                    query.stop()
                    return True
        except Exception as error:
            return self._ended_by(self._error or error)
        finally:
            query.stop()
            shutil.rmtree(checkpoint, ignore_errors=True)
        return True

    def _ended_by(self, error: Exception) -> bool:
        """Tell what an error that ended the query means: whether the landing is done."""
        if isinstance(error, _Stopped):
            return True
        if isinstance(error, _TopicsChanged):
            return False
        if isinstance(error, UserError) and not isinstance(error, Unreachable):
            raise error
        raise _Failed(error)

    def _wait_after(self, error: Exception) -> None:
        tries = self.progress.failures = self.progress.failures + 1
        if not self.pace.follows and tries > TRIES_ONCE:
            raise UserError(f"{error}; tried {tries} times", exit_code=1)
        seconds = SECONDS_BETWEEN_TRIES[min(tries, len(SECONDS_BETWEEN_TRIES)) - 1]
        self.reporter.failed(str(error), seconds)
        self.stop.wait(seconds)

    def _query(self, checkpoint: Path) -> Any:
        """Start the query. Its checkpoint serves it alone: where a landing goes on is told by the raw tables."""
        source = self.spark.readStream.format("kafka").options(**options_of(self.properties))
        if self.wanted.pattern is None:
            source = source.option("subscribe", ",".join(self._plan.topics))
        else:
            source = source.option("subscribePattern", self.wanted.pattern)
        starts: dict[str, dict[str, int]] = {}
        for (topic, partition), offset in self._plan.offsets.items():
            starts.setdefault(topic, {})[str(partition)] = offset
        records = (
            source.option("startingOffsets", json.dumps(starts))
            .option("includeHeaders", "true")
            .option("failOnDataLoss", "true")
            .option("maxOffsetsPerTrigger", str(self.pace.records))
            .load()
        )
        trigger = {"processingTime": f"{self.pace.seconds} seconds"} if self.pace.follows else {"availableNow": True}

        def land(batch: DataFrame, number: int) -> None:
            with self._in_batch:
                try:
                    self._batch(batch, self._ends(checkpoint, number))
                except Exception as error:
                    self._error = error
                    raise

        return records.writeStream.foreachBatch(land).option("checkpointLocation", str(checkpoint)).trigger(**trigger).start()

    def _ends(self, checkpoint: Path, number: int) -> dict[Place, int]:
        """Return where a batch ends, by partition: Spark notes it in the checkpoint before the batch begins."""
        line = (checkpoint / "offsets" / str(number)).read_text().splitlines()[-1]
        return {(topic, int(partition)): offset for topic, found in json.loads(line).items() for partition, offset in found.items()}

    def _batch(self, batch: DataFrame, ends: dict[Place, int]) -> None:
        """Land a batch: records first, then the ranges that they came from. Killed between, the next landing compares."""
        if self.stop.is_set():
            raise _Stopped
        moved = {place: end for place, end in ends.items() if end > self._reached.get(place, 0)}
        if not moved:
            self._follow_up()
            return
        stamp = self._stamp()
        self._meet_new_topics({topic for topic, _ in moved}, stamp)
        # Once, for another registry may come meanwhile.
        formats = {topic: self._registry.format_of(self.name, topic) for topic in self._plan.topics}
        records = self._records(batch, formats, stamp).persist(StorageLevel.DISK_ONLY)
        try:
            counts = self._counts(records)
            read = {place: count for place, (count, _) in counts.items()}
            # All records have been read by now. A topic whose id is still the plan's was not created again meanwhile.
            self._check_topics({topic for topic, _ in moved})
            fresh = self._without_landed(records, moved, counts, stamp)
            if counts:
                cores = self.spark.sparkContext.defaultParallelism
                numbers: Counter[str] = Counter()
                for (topic, _), (number, _) in counts.items():
                    numbers[formats[topic]] += number
                name = raw_tables.name_of_landing(stamp.landing_id, stamp.landed_at.date(), numbers)
                raw_tables.append(fresh.coalesce(cores), self._ledger.tables["kafka_messages"], name)
        finally:
            records.unpersist()
        ranges = [
            Range(place, "read", self._reached.get(place, 0), end, read.get(place, 0)) for place, end in sorted(moved.items())
        ]
        self._ledger.note(ranges, stamp)
        self._reached.update(moved)
        self._count(counts)
        self._follow_up()

    def _meet_new_topics(self, names: set[str], stamp: Stamp) -> None:
        """Note topics that a pattern has found since the plan was made."""
        unknown = names - self._plan.topics.keys()
        if unknown:
            topics = self._cluster.topics(unknown)
            if topics.keys() != unknown:
                raise _TopicsChanged
            self.progress.again += self._ledger.meet(topics, stamp)
            self._plan.topics.update(topics)

    def _check_topics(self, names: set[str]) -> None:
        now = self._cluster.topics(names)
        if any(name not in now or now[name].identity != self._plan.topics[name].identity for name in names):
            raise _TopicsChanged

    def _records(self, batch: DataFrame, formats: Mapping[str, str], stamp: Stamp) -> DataFrame:
        """Return the records of a batch as rows of `raw.kafka_messages`. formats: format codes by topic."""
        incarnations = {topic: self._ledger.incarnations[topic] for topic in formats}
        milliseconds = F.unix_millis("timestamp")
        return batch.select(
            F.lit(self.name).alias("kafka_cluster"),
            F.col("topic").alias("kafka_topic"),
            _by_topic(incarnations).cast("int").alias("kafka_topic_incarnation"),
            F.col("partition").alias("kafka_partition"),
            F.col("offset").alias("kafka_offset"),
            F.when(milliseconds.between(0, LAST_TIMESTAMP), F.col("timestamp")).alias("kafka_timestamp"),
            _choice(F.col("timestampType"), TIMESTAMP_TYPES, "unknown").alias("kafka_timestamp_type"),
            F.col("key").alias("kafka_key"),
            F.col("value").alias("kafka_value"),
            F.col("headers").alias("kafka_headers"),
            _by_topic(formats).alias("format"),
            F.lit(stamp.landing_id).alias("landing_id"),
            F.lit(stamp.landed_at).alias("landed_at"),
            F.lit(stamp.landed_at.date()).alias("landed_date"),
        )

    def _counts(self, records: DataFrame) -> dict[Place, tuple[int, int]]:
        """Return the records and bytes of each partition; all records are read from Kafka here, once."""
        size = F.coalesce(F.octet_length("kafka_key"), F.lit(0)) + F.coalesce(F.octet_length("kafka_value"), F.lit(0))
        rows = records.groupBy("kafka_topic", "kafka_partition").agg(F.count("*").alias("records"), F.sum(size).alias("bytes")).collect()
        return {(row.kafka_topic, row.kafka_partition): (row.records, row.bytes) for row in rows}

    def _without_landed(
        self, records: DataFrame, moved: dict[Place, int], counts: dict[Place, tuple[int, int]], stamp: Stamp
    ) -> DataFrame:
        """Return the records that are not in raw yet; note those with other bytes than the one in raw."""
        doubtful = {place: self._ahead[place] for place in moved if self._ahead.get(place, -1) >= self._reached.get(place, 0)}
        if not doubtful:
            return records
        of_places = F.lit(False)
        for (topic, partition), greatest in doubtful.items():
            of_places = of_places | (
                (F.col("kafka_topic") == topic) & (F.col("kafka_partition") == partition) & (F.col("kafka_offset") <= greatest)
            )
        identity = ["kafka_topic_incarnation", *IDENTITY]
        compared = [F.expr(expression).alias(f"landed_{part}") for part, expression in COMPARED.items()]
        landed = self._ledger.messages().where(of_places).select(*identity, *compared)
        met = records.where(of_places).join(landed, identity)
        differs = F.lit(False)
        for part, expression in COMPARED.items():
            differs = differs | ~F.expr(expression).eqNullSafe(F.col(f"landed_{part}"))
        reused = met.where(differs)
        repeated, reused_count = met.where(~differs).count(), reused.count()
        if reused_count:
            self._reject(reused, stamp)
        fresh = records.join(landed.select(*identity), identity, "left_anti")
        known = met.select(*IDENTITY)
        if not self._ledger.trimmed.is_empty:
            gone = self._ledger.trimmed.among(fresh)
            repeated += gone.count()
            known = known.union(gone.select(*IDENTITY))
            fresh = self._ledger.trimmed.among(fresh, "left_anti")
        for row in known.groupBy("kafka_topic", "kafka_partition").count().collect():
            place = (row.kafka_topic, row.kafka_partition)
            counts[place] = (counts[place][0] - row["count"], counts[place][1])
            if not counts[place][0]:
                del counts[place]
        self.progress.repeated += repeated
        self.progress.reused += reused_count
        return fresh

    def _reject(self, reused: DataFrame, stamp: Stamp) -> None:
        """Keep records with other bytes than the one that landed under their offset, as lines that `scripts/land --incarnation` takes."""
        place = F.concat_ws("/", "kafka_cluster", "kafka_topic", "kafka_topic_incarnation", "kafka_partition")
        rows = reused.select(
            F.concat(F.lit("kafka:"), place).alias("file"),
            F.col("kafka_offset").alias("line_number"),
            F.expr(LINE).alias("line_text"),
            F.expr(LINE).cast("binary").alias("line_bytes"),
            F.lit("offset_reused").alias("reason"),
            F.lit("differs from the record that landed before").alias("detail"),
            "landing_id",
            "landed_at",
            "landed_date",
        )
        self._ledger.reject(rows, stamp)

    def _count(self, counts: dict[Place, tuple[int, int]]) -> None:
        self.progress.batches += 1
        self.progress.failures = 0
        for (topic, _), (records, size) in counts.items():
            self.progress.records += records
            self.progress.bytes += size
            self.progress.by_topic[topic] = self.progress.by_topic.get(topic, 0) + records

    def _follow_up(self) -> None:
        """Ask Kafka for the ends of the partitions, and report."""
        latest = self._cluster.offsets(self._reached, "latest")
        lag: dict[str, int] = {}
        for place, end in latest.items():
            lag[place[0]] = lag.get(place[0], 0) + max(0, end - self._reached[place])
        self.progress.lag = lag
        self.reporter.landed(self.progress)

    def _stamp(self) -> Stamp:
        now = datetime.now(timezone.utc)
        return Stamp(self.name, 0, f"{now:%Y%m%dT%H%M%S}-{secrets.token_hex(6)}", now)


class _Failed(Exception):
    """A query ended by something that may pass, such as a broker that restarts."""

    def __init__(self, error: Exception) -> None:
        super().__init__(_first_cause(error))


def _first_cause(error: Exception) -> str:
    """Return what an error says first, in one line, without the plan that Spark adds."""
    text = getattr(error, "desc", None) or str(error)
    lines = [line.strip() for line in str(text).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0][:300] if lines else 'no message'}"


def _by_topic(values: dict[str, Any]) -> Column:
    pairs = [F.lit(part) for pair in values.items() for part in pair]
    return F.element_at(F.create_map(*pairs), F.col("topic"))


def _choice(column: Column, values: dict[int, str], otherwise: str) -> Column:
    chosen = F.lit(otherwise)
    for value, name in values.items():
        chosen = F.when(column == value, name).otherwise(chosen)
    return chosen
