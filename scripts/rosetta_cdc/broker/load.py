"""Writes the records of `kcat -J` files to a broker: keys, values, headers, timestamps and partitions as they are in the file."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.lines import LineFile, UnreadableInput
from rosetta_cdc.landing.record import Record, Rejection, parse_line
from rosetta_cdc.landing.run import Limits

SECONDS = 30
PASSING = {
    KafkaError.LEADER_NOT_AVAILABLE,
    KafkaError.NOT_LEADER_FOR_PARTITION,
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError.KAFKA_STORAGE_ERROR,
}
"""What a broker answers about a partition for a moment after it has made the topic."""
# What the client would write to stderr by itself: its errors are raised here, and a broker that has just started refuses for a moment.
QUIET = {"log_level": 2}
# Batches that are sent again keep their order.
SETTINGS = {"enable.idempotence": True, "message.max.bytes": 64 * 1024 * 1024, "linger.ms": 20, **QUIET}


def load(address: str, names: Iterable[str], *, goes_on: bool = False) -> Counter[str]:
    """Write files to a broker in their order, and return the number of records by topic.

    Offsets are the broker's: it counts the records of a partition from where it stands. Topics that it lacks are created with the
    partitions that the files name.

    Args:
        address: Host and port of the broker.
        names: Files, plain or gzip; `-` is standard input.
        goes_on: Whether a load of the same files may have been interrupted: as many records of a partition as it has had are left out.

    Raises:
        UserError: A file cannot be read, a line is no record, or the broker does not take one.
    """
    records = [record for name in names for record in _records(name)]
    create_topics(address, _partitions_of(records))
    if goes_on:
        records = _left(address, records)
    producer = Producer({"bootstrap.servers": address, **SETTINGS})
    failures: list[str] = []

    def delivered(error: object, message: object) -> None:
        if error is not None:
            failures.append(str(error))

    for record in records:
        while True:
            try:
                producer.produce(
                    record.topic,
                    value=record.value,
                    key=record.key,
                    partition=record.partition,
                    headers=record.headers,
                    timestamp=record.timestamp or 0,
                    on_delivery=delivered,
                )
                break
            except BufferError:  # the producer's queue is full
                producer.poll(0.1)
            except KafkaException as error:
                raise UserError(f"the broker at {address} rejected a record of {record.topic}: {error}") from error
        producer.poll(0)
    left = producer.flush(SECONDS)
    if left or failures:
        raise UserError(f"{left + len(failures):,} records were not written to {address}: {failures[0] if failures else 'no answer'}")
    return Counter(record.topic for record in records)


def _records(name: str) -> Iterator[Record]:
    try:
        for lines in LineFile(name, longest=Limits.line_bytes, kept=Limits.kept_bytes).blocks():
            for number, text, _ in lines:
                if text.strip():
                    try:
                        yield parse_line(text)
                    except Rejection as rejection:
                        raise UserError(f"{name}, line {number}: {rejection}") from rejection
    except UnreadableInput as error:
        raise UserError(str(error)) from error


def _left(address: str, records: list[Record]) -> list[Record]:
    """Return the records after those that their partitions have had."""
    places = [TopicPartition(*place) for place in sorted({(record.topic, record.partition) for record in records})]
    consumer = Consumer({"bootstrap.servers": address, "group.id": "rosetta-load", **QUIET})
    try:
        had = {(place.topic, place.partition): watermarks(consumer, place)[1] for place in places}
    except KafkaException as error:
        raise UserError(f"the broker at {address}: {error}") from error
    finally:
        consumer.close()
    seen: Counter[tuple[str, int]] = Counter()
    left = []
    for record in records:
        seen[record.topic, record.partition] += 1
        if seen[record.topic, record.partition] > had[record.topic, record.partition]:
            left.append(record)
    return left


def watermarks(consumer: Consumer, place: TopicPartition, *, pause: float = 0.2) -> tuple[int, int]:
    """Return the first offset of a partition and the next one, also of a topic that was made a moment ago.

    Args:
        consumer: Any consumer of the broker.
        place: Topic and partition.
        pause: Seconds between two attempts.

    Raises:
        KafkaException: The broker has no such partition, has no leader for it after `SECONDS`, or does not answer.
    """
    until = time.monotonic() + SECONDS
    while True:
        try:
            return consumer.get_watermark_offsets(place, SECONDS)
        except KafkaException as error:
            if error.args[0].code() not in PASSING or time.monotonic() > until:
                raise
            time.sleep(pause)


def _partitions_of(records: list[Record]) -> dict[str, int]:
    """Return how many partitions each topic needs for some records."""
    wanted: dict[str, int] = {}
    for record in records:
        wanted[record.topic] = max(wanted.get(record.topic, 0), record.partition + 1)
    return wanted


def create_topics(address: str, wanted: dict[str, int]) -> None:
    """Create the topics that a broker lacks.

    Args:
        address: Host and port of the broker.
        wanted: Number of partitions by topic.

    Raises:
        UserError: A topic has fewer partitions, or the broker does not create one.
    """
    admin = AdminClient({"bootstrap.servers": address, "socket.timeout.ms": SECONDS * 1000, **QUIET})
    try:
        known = admin.list_topics(timeout=SECONDS).topics
        for topic, partitions in wanted.items():
            if topic not in known:
                admin.create_topics([NewTopic(topic, partitions, 1)])[topic].result(SECONDS)
            elif len(known[topic].partitions) < partitions:
                raise UserError(f"topic {topic} has {len(known[topic].partitions)} partitions; the files need {partitions}")
    except KafkaException as error:
        raise UserError(f"the broker at {address}: {error}") from error
