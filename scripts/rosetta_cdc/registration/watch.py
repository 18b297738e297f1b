"""Tells of each topic that has landed without a row in the registry, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta_cdc.loop.delta_log import DeltaLog
from rosetta_cdc.paths import raw_table
from rosetta_cdc.registration.notice import advice

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rosetta_cdc.registry import Registry


class UnregisteredWatch:
    """Looks at the topics when new ones have landed.

    Args:
        spark: Session with Delta; it needs no metastore.
        registry: Returns the registry by which records land.
        path: The user's file, of which the registry is a copy.
    """

    def __init__(self, spark: SparkSession, registry: Callable[[], Registry], path: Path | None = None) -> None:
        self._spark = spark
        self._registry = registry
        self._path = path
        self._topics = DeltaLog(raw_table("kafka_topics"))
        self._is_first = True
        self._told: set[tuple[str, str]] = set()

    def news(self) -> str:
        """Return what to tell of topics that were not told of before; blank if nothing."""
        if not self._topics.changes() and not self._is_first:
            return ""
        self._is_first = False
        return advice(self._spark, self._registry, self._untold(), self._path)

    def _untold(self) -> Iterator[tuple[str, str]]:
        """Yield the clusters and names of topics that were not told of before; they are read when the first is asked for."""
        listed = self._spark.read.format("delta").load(str(raw_table("kafka_topics"))).select("kafka_cluster", "kafka_topic")
        topics = {(row.kafka_cluster, row.kafka_topic) for row in listed.distinct().collect()} - self._told
        self._told |= topics
        yield from topics
