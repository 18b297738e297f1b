"""`scripts/bench landing` measures landing a topic from a broker on this machine, beside a consumer that only reads it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic
from pyspark.sql import SparkSession
from rich.table import Table

from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, measured
from rosetta_cdc.broker import Broker
from rosetta_cdc.broker.load import watermarks
from rosetta_cdc.landing.kafka.plan import Wanted
from rosetta_cdc.landing.kafka.report import Reporter
from rosetta_cdc.landing.kafka.settings import read_settings
from rosetta_cdc.landing.kafka.stream import KafkaLanding, Pace
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import home
from rosetta_shop.formats import JSON
from rosetta_shop.traffic import bench_messages

SECONDS = 30
TOPIC, WARM_UP = "bench", "bench.warm-up"


def produce(address: str, topic: str, partitions: int, records: Iterable[Record]) -> int:
    """Write records to the partitions of a topic in turn, and return the bytes of their keys and values."""
    admin = AdminClient({"bootstrap.servers": address})  # its answers come only while it is there
    admin.create_topics([NewTopic(topic, partitions, 1)])[topic].result(SECONDS)
    producer = Producer({"bootstrap.servers": address, "linger.ms": 20, "queue.buffering.max.messages": 200_000})
    size = 0
    for number, record in enumerate(records):
        size += len(record.key or b"") + len(record.value or b"")
        while True:
            try:
                producer.produce(topic, record.value, record.key, partition=number % partitions, timestamp=record.ts)
                break
            except BufferError:
                producer.poll(0.1)
    producer.flush()
    return size


def consume(address: str, topic: str, partitions: int) -> int:
    """Read a topic from its beginning to its end, and return the number of records."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "bench", "enable.auto.commit": False})
    places = [TopicPartition(topic, partition, 0) for partition in range(partitions)]
    wanted = sum(watermarks(consumer, place)[1] for place in places)
    consumer.assign(places)
    found = 0
    while found < wanted:
        found += len(consumer.consume(10_000, 1))
    consumer.close()
    return found


def land(spark: SparkSession, address: str, topic: str) -> int:
    """Land a topic, and return the number of records."""
    landing = KafkaLanding(spark, "bench", read_settings(spark, None, address), Wanted((topic,)), Pace(), Reporter())
    return landing.run().records


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print both rates and their ratio.

    Raises:
        SystemExit: A record did not land.
    """
    parser = argparse.ArgumentParser(prog="bench landing", description=__doc__)
    parser.add_argument("--records", type=int, default=500_000, help="records in the topic, of all formats (default 500,000)")
    parser.add_argument("--partitions", type=int, default=4, help="partitions of the topic (default 4)")
    options = parser.parse_args(given)

    with bench_sandbox() as sandbox:
        broker = Broker(home() / "kafka")
        broker.start()
        try:
            with CONSOLE.status("writing the topic"):
                produce(broker.address, WARM_UP, options.partitions, bench_messages(20_000, JSON))
                size = produce(broker.address, TOPIC, options.partitions, bench_messages(options.records, JSON))
            with CONSOLE.status("reading it"):
                consume(broker.address, WARM_UP, options.partitions)
                began, cpu = time.monotonic(), time.process_time()
                consume(broker.address, TOPIC, options.partitions)
                bare = Cost(time.monotonic() - began, time.process_time() - cpu)
            with CONSOLE.status("landing it"):
                land(sandbox.spark, broker.address, WARM_UP)
                landed: list[int] = []
                cost = measured(sandbox.spark, lambda: landed.append(land(sandbox.spark, broker.address, TOPIC)))
        finally:
            broker.stop()
    if landed != [options.records]:
        raise SystemExit(f"bench: {landed[0]:,} of {options.records:,} records landed")
    table = Table(title=f"{options.records:,} records, {size / 1e6:,.0f} MB, {options.partitions} partitions", title_justify="left")
    for name in ("", "seconds", "CPU seconds", "records/s", "MB/s"):
        table.add_column(name, justify="right" if name else "left")
    for name, one in {"bare consumer": bare, "landing": cost}.items():
        rates = f"{options.records / one.seconds:,.0f}", f"{size / 1e6 / one.seconds:,.1f}"
        table.add_row(name, f"{one.seconds:.1f}", f"{one.cpu:.1f}", *rates)
    CONSOLE.print(table)
    CONSOLE.print(f"landing : bare consumer  time ratio [bold]{cost.seconds / bare.seconds:.2f}[/]")


if __name__ == "__main__":
    main()
