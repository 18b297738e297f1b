"""What a Kafka cluster says of its topics: their ids, partitions and offsets, asked of Kafka's own client in Spark's Java."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.kafka.settings import SERVERS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SECONDS = 10
Place = tuple[str, int]
# What a failure of the client means, by the name of its class or of its cause's.
MEANINGS = {
    "SaslAuthenticationException": "the credentials are wrong; see sasl.mechanism and sasl.jaas.config",
    "SslAuthenticationException": "TLS failed; see security.protocol and the ssl.* settings",
    "TopicAuthorizationException": "the user may not describe or read a topic",
    "ClusterAuthorizationException": "the user may not describe the cluster",
    "TimeoutException": f"no answer within {SECONDS} s; see {SERVERS} and security.protocol",
    "DisconnectException": f"no answer; see {SERVERS} and security.protocol",
    "IllegalSaslStateException": "the listener there does not ask for a password; see security.protocol",
    "ConfigException": "a setting is wrong",
    "IllegalArgumentException": "a setting is wrong; see security.protocol, sasl.jaas.config and the ssl.* settings",
    "LoginException": "the credentials cannot be used; see sasl.jaas.config",
}


class Unreachable(UserError):
    """The cluster does not answer now, which may pass."""


@dataclass(frozen=True)
class Topic:
    """A topic as it is now: `identity` is Kafka's topic id, another one after it was created again."""

    identity: str
    partitions: tuple[int, ...]


class Cluster:
    """A Kafka cluster.

    Args:
        spark: Session with Kafka's client on its class path.
        properties: The client's properties.

    Raises:
        UserError: A property cannot be used.
    """

    def __init__(self, spark: SparkSession, properties: dict[str, str]) -> None:
        self._jvm = spark._jvm
        self._gateway = spark.sparkContext._gateway
        self.servers = properties[SERVERS]
        self._names = sorted(properties)
        self._isolation = "READ_COMMITTED" if properties.get("isolation.level") == "read_committed" else "READ_UNCOMMITTED"
        settings = self._jvm.java.util.Properties()
        bounds = {"request.timeout.ms": str(SECONDS * 1000), "default.api.timeout.ms": str(SECONDS * 1000)}
        for name, value in {**properties, **bounds}.items():
            if name not in ("isolation.level", "group.id"):
                settings.setProperty(name, value)
        try:
            self._admin = self._jvm.org.apache.kafka.clients.admin.AdminClient.create(settings)
        except Exception as error:
            raise self._error(error) from None

    def close(self) -> None:
        """Close the connection."""
        self._admin.close()

    def names(self) -> list[str]:
        """Return the names of all topics but Kafka's own."""
        return sorted(self._get(self._admin.listTopics().names()))

    def topics(self, names: Iterable[str]) -> dict[str, Topic]:
        """Return the topics of some names; those that do not exist are left out."""
        found = {}
        futures = dict(self._admin.describeTopics(self._list(names)).topicNameValues())
        for name, future in futures.items():
            try:
                description = self._get(future)
            except _Missing:
                continue
            partitions = tuple(sorted(partition.partition() for partition in description.partitions()))
            found[name] = Topic(description.topicId().toString(), partitions)
        return found

    def offsets(self, places: Iterable[Place], at: str | datetime) -> dict[Place, int]:
        """Return the offset of each partition at its beginning (`earliest`), end (`latest`), or the first at or after a time.

        Partitions of topics that are gone are left out; of a time after the last record the end counts.
        """
        kinds = self._jvm.org.apache.kafka.clients.admin.OffsetSpec
        if isinstance(at, datetime):
            kind = kinds.forTimestamp(int(at.timestamp() * 1000))
        else:
            kind = kinds.earliest() if at == "earliest" else kinds.latest()
        partitions = {place: self._jvm.org.apache.kafka.common.TopicPartition(*place) for place in places}
        wanted = self._jvm.java.util.HashMap()
        for partition in partitions.values():
            wanted.put(partition, kind)
        levels = self._jvm.org.apache.kafka.common.IsolationLevel
        options = self._jvm.org.apache.kafka.clients.admin.ListOffsetsOptions(getattr(levels, self._isolation))
        answer = self._admin.listOffsets(wanted, options)
        found, beyond = {}, []
        for place, partition in partitions.items():
            try:
                offset = self._get(answer.partitionResult(partition)).offset()
            except _Missing:
                continue
            if offset < 0:
                beyond.append(place)
            else:
                found[place] = offset
        return {**found, **self.offsets(beyond, "latest")} if beyond else found

    def _list(self, names: Iterable[str]) -> Any:
        listed = self._jvm.java.util.ArrayList()
        for name in names:
            listed.add(name)
        return listed

    def _get(self, future: Any) -> Any:
        try:
            return future.get(SECONDS + 5, self._jvm.java.util.concurrent.TimeUnit.SECONDS)
        except Exception as error:
            raise self._error(error) from None

    def _error(self, error: Exception) -> Exception:
        """Return what an exception of the client means. Its text may hold values of settings, so only the names in it are shown."""
        java = getattr(error, "java_exception", None)
        names, words = [], set()
        while java is not None:
            names.append(java.getClass().getSimpleName())
            words.update(re.split(r"[^\w.]+", java.getMessage() or ""))
            java = java.getCause()
        if "UnknownTopicOrPartitionException" in names:
            return _Missing()
        known = next((name for name in reversed(names) if name in MEANINGS), None)
        meaning = MEANINGS[known] if known else names[-1] if names else type(error).__name__
        if known == "ConfigException" and not words.isdisjoint(self._names):
            meaning += f": {', '.join(sorted(words.intersection(self._names)))}"
        kind = Unreachable if known in ("TimeoutException", "DisconnectException") else UserError
        return kind(f"Kafka at {self.servers}: {meaning}")


class _Missing(Exception):
    """A topic or partition does not exist."""
