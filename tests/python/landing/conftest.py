"""A Kafka broker for the tests of the landing, and shorthands for what they do with it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from kafka_topics import PASSWORD, Topics, landing_of
from landing_lines import read

from rosetta_cdc.broker import Broker
from rosetta_cdc.landing.kafka.stream import KafkaLanding, Progress


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    """Give a broker with a listener that wants a password beside the open one."""
    started = Broker(tmp_path_factory.mktemp("kafka") / "node", password=PASSWORD)
    started.start()
    yield started
    started.remove()


@pytest.fixture
def kafka(broker, spark, rosetta_home, monkeypatch):
    """Give shorthands: topics of the broker, landings of it, and what is in raw."""
    rosetta_home.mkdir()
    monkeypatch.setenv("ROSETTA_TOPICS_CSV", "")
    topics = Topics(broker.address)

    def prepare(*names: str, servers: str | None = None, **options) -> KafkaLanding:
        return landing_of(spark, servers or broker.address, *names, **options)

    def land(*names: str, **options) -> Progress:
        return prepare(*names, **options).run()

    yield SimpleNamespace(
        topics=topics,
        land=land,
        prepare=prepare,
        read=lambda table: read(spark, rosetta_home, table),
        home=rosetta_home,
        spark=spark,
        broker=broker,
    )
    for name in topics.admin.list_topics(timeout=20).topics:
        if not name.startswith("__"):
            topics.delete(name)
