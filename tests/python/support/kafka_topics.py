"""A Kafka broker for tests, and what a plain consumer reads of it."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic
from pyspark.sql import SparkSession

from rosetta_cdc.broker.load import watermarks
from rosetta_cdc.landing.kafka.plan import Wanted
from rosetta_cdc.landing.kafka.report import Reporter
from rosetta_cdc.landing.kafka.settings import read_settings
from rosetta_cdc.landing.kafka.stream import KafkaLanding, Pace

SECONDS = 20
QUIET = {"log_level": 0}  # brokers that are killed are no news to the tests
Place = tuple[str, int]

# Of the listener that wants one, of brokers that have such a listener.
PASSWORD = "s3cret-of-the-tests"


class Message(NamedTuple):
    """A record as a plain consumer reads it."""

    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: list[tuple[str, bytes | None]] | None


def landing_of(
    spark: SparkSession, servers: str, *names: str, pattern: str | None = None, cluster: str = "default", config: Any = None, **options: Any
) -> KafkaLanding:
    """Return a landing of topics, for `run`; options are those of `Wanted` and `Pace`."""
    wanted = Wanted(names, pattern, **{key: options.pop(key) for key in ("begin", "goes_on") if key in options})
    return KafkaLanding(spark, cluster, read_settings(spark, config, servers), wanted, Pace(**options), Reporter())


class Topics:
    """Topics of a broker.

    Args:
        address: Host and port.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.admin = AdminClient({"bootstrap.servers": address, **QUIET})

    def create(self, name: str, partitions: int = 1, **settings: str) -> None:
        """Create a topic, also when one of that name is just being deleted."""
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                self.admin.create_topics([NewTopic(name, partitions, 1, config=settings)])[name].result(SECONDS)
                break
            except Exception as error:
                if error.args[0].code() != KafkaError.TOPIC_ALREADY_EXISTS or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        while len(self.partitions(name)) < partitions:
            time.sleep(0.1)

    def delete(self, name: str) -> None:
        """Delete a topic and wait until it is gone."""
        self.admin.delete_topics([name])[name].result(SECONDS)
        deadline = time.monotonic() + SECONDS
        while self.partitions(name) and time.monotonic() < deadline:
            time.sleep(0.1)

    def delete_records(self, place: Place, before: int) -> None:
        """Delete the records of a partition before an offset."""
        wanted = TopicPartition(*place, before)
        self.admin.delete_records([wanted])[wanted].result(SECONDS)

    def partitions(self, name: str) -> list[int]:
        """Return the partitions of a topic, none if there is no such topic."""
        topic = self.admin.list_topics(timeout=SECONDS).topics.get(name)
        return sorted(topic.partitions) if topic is not None else []

    def produce(self, name: str, values: list[Any], *, partition: int = 0, seconds: float = SECONDS, **settings: Any) -> None:
        """Write values, or dicts of the producer's arguments, in this order also where a batch must be sent again."""
        given_order = {"enable.idempotence": True, "message.max.bytes": 64 << 20, "linger.ms": 5}
        producer = Producer({"bootstrap.servers": self.address, **given_order, **QUIET, **settings})
        for value in values:
            given = value if isinstance(value, dict) else {"value": value}
            while True:
                try:
                    producer.produce(name, **{"partition": partition, **given})
                    break
                except BufferError:
                    producer.poll(0.1)
        assert producer.flush(seconds) == 0

    def produce_in_transaction(self, name: str, values: list[bytes], *, commits: bool) -> None:
        """Write values in a transaction, which is committed or taken back."""
        producer = Producer({"bootstrap.servers": self.address, "transactional.id": f"{name}-{commits}", **QUIET})
        producer.init_transactions(SECONDS)
        producer.begin_transaction()
        for value in values:
            producer.produce(name, value, partition=0)
        producer.flush(SECONDS)
        if commits:
            producer.commit_transaction(SECONDS)
        else:
            producer.abort_transaction(SECONDS)

    def read(self, name: str) -> dict[Place, list[Message]]:
        """Return all records of a topic that a consumer gets by default, by partition."""
        consumer = Consumer(
            {
                "bootstrap.servers": self.address,
                **QUIET,
                "group.id": "tests",
                "enable.auto.commit": False,
                "fetch.message.max.bytes": 64 << 20,
                "receive.message.max.bytes": 200 << 20,
            }
        )
        found: dict[Place, list[Message]] = {}
        for partition in self.partitions(name):
            place = TopicPartition(name, partition, 0)
            low, high = watermarks(consumer, place)
            rows = found[name, partition] = []
            consumer.assign([TopicPartition(name, partition, low)])
            while consumer.position([place])[0].offset < high and low < high:
                message = consumer.poll(1)
                if message is None:
                    if consumer.position([place])[0].offset < 0:
                        continue
                    low = consumer.position([place])[0].offset  # only marks of transactions may be left
                    if not rows or low >= high - 1:
                        break
                    continue
                assert message.error() is None, message.error()
                rows.append(
                    Message(message.offset(), message.timestamp()[1], message.key(), message.value(), message.headers())
                )
        consumer.close()
        return found
