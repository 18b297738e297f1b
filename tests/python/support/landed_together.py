"""Records of many Kafka clusters landed in one commit: a landing for each takes a second or more, whatever it lands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timezone

import pyarrow as pa

from rosetta_cdc import raw_tables
from rosetta_cdc.landing.chunk import Chunk, Stamp
from rosetta_cdc.landing.kcat import Record, line
from rosetta_cdc.landing.lines import Line
from rosetta_cdc.landing.store import Store, topic_table
from rosetta_cdc.registry import read_registry
from rosetta_cdc.sandbox import Sandbox

# Kafka cluster, incarnation of its topics, and records of them that have not landed.
Batch = tuple[str, int, Iterable[Record]]
Topic = tuple[str, str, int]


def land_together(sandbox: Sandbox, batches: Iterable[Batch], landed_at: datetime) -> None:
    """Add records to the raw tables as landings of their batches, prepared at a time, would."""
    store = Store(sandbox.spark, "together", 0)
    store.open()
    registry = read_registry(sandbox.spark)
    landing_id = f"together-{datetime.now(timezone.utc):%Y%m%dT%H%M%S%f}"
    listed = listed_topics(sandbox)
    messages: list[pa.Table] = []
    topics: list[pa.Table] = []
    for cluster, incarnation, records in batches:
        stamp = Stamp(cluster, incarnation, landing_id, landed_at)
        chunk = chunk_of(records)
        messages.append(chunk.table(stamp, lambda topic, cluster=cluster: registry.format_of(cluster, topic)))
        names = {record.topic for record in chunk.records}
        unlisted = sorted(name for name in names if (cluster, name, incarnation) not in listed)
        listed.update((cluster, name, incarnation) for name in unlisted)
        topics.append(topic_table(unlisted, stamp))
    together = pa.concat_tables(messages)
    raw_tables.append(store.stage(pa.concat_tables(topics)), store.tables["kafka_topics"], landing_id)
    name = raw_tables.name_of_landing(landing_id, landed_at.date(), Counter(together["format"].to_pylist()))
    raw_tables.append(store.stage(together), store.tables["kafka_messages"], name)
    store.close()


def chunk_of(records: Iterable[Record]) -> Chunk:
    """Return records as they are read from lines of `kcat -J`: all of them, none twice."""
    chunk = Chunk()
    texts = [line(record).encode() for record in records]
    chunk.add("records", [Line(number, text, len(text)) for number, text in enumerate(texts, 1)])
    rows, _, _ = chunk.settle({})
    assert len(rows) == len(texts), chunk.rejected
    return chunk


def listed_topics(sandbox: Sandbox) -> set[Topic]:
    """Return the topics that have landed."""
    rows = sandbox.spark.read.format("delta").load(str(raw_tables.declared()["kafka_topics"].path)).collect()
    return {(row.kafka_cluster, row.kafka_topic, row.kafka_topic_incarnation) for row in rows}
