"""Ten minutes of landing and building beside each other, while records keep coming."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from datetime import datetime, timezone

import pytest
from kafka_topics import Topics

from rosetta_cdc.broker import Broker
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import JSON
from rosetta_shop.traffic import bench_messages, registry_rows

pytestmark = pytest.mark.long

MINUTES = 10
RECORDS_A_SECOND = 100


def write(topics: Topics, stop: threading.Event, sent: list[int]) -> None:
    """Write records of all formats with the time of now, some each second."""
    portion = []
    for record in bench_messages(10**9, JSON, size=300):
        portion.append(record)
        if len(portion) == RECORDS_A_SECOND:
            now = int(time.time() * 1000)
            for topic in {one.topic for one in portion}:
                topics.produce(topic, [{"value": one.value, "key": one.key, "timestamp": now} for one in portion if one.topic == topic])
            sent.append(len(portion))
            portion = []
            if stop.wait(1):
                return


def test_landing_and_building_side_by_side(warehouse: Sandbox, tmp_path) -> None:
    broker = Broker(tmp_path / "node")
    broker.start()
    topics = Topics(broker.address)
    for code in JSON:
        topics.create(f"bench.{code}")
    warehouse.registry(registry_rows(list(JSON), "bench"))
    stop, sent = threading.Event(), []
    writer = threading.Thread(target=write, args=(topics, stop, sent), daemon=True)
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "scripts"), "ROSETTA_DRIVER_MEMORY": "1g"}
    command = [sys.executable, "-m", "rosetta_cdc.landing", "kafka", "--pattern", "bench.*", "--servers", broker.address]
    log = tmp_path / "landing.log"
    with log.open("wb") as file:
        landing = subprocess.Popen([*command, "--follow", "--every", "2"], env=environment, stdout=file, stderr=file)
    try:
        writer.start()
        raw = warehouse.home / "raw" / "kafka_messages" / "_delta_log"
        deadline = time.monotonic() + 240
        while not raw.exists() or len(list(raw.glob("*.json"))) < 2:
            assert landing.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.5)
        warehouse.dbt("seed")
        ends = time.monotonic() + MINUTES * 60
        runs = 0
        while time.monotonic() < ends:
            began = time.monotonic()
            models = ("cdc_topic_rules", "recognised_messages", "path:models/staging", "cdc_events", "path:models/state")
            warehouse.dbt("build", "--select", *models, "--exclude", "test_type:unit")
            runs += 1
            newest = warehouse.spark.sql(
                "select max(kafka_timestamp) from cdc.cdc_events where event_id in (select event_id from cdc.cdc_current_rows)"
            ).first()[0]
            freshness = datetime.now(timezone.utc) - newest.replace(tzinfo=timezone.utc)
            print(f"run {runs}: {time.monotonic() - began:.0f} s, freshness of cdc_current_rows {freshness.total_seconds():.0f} s")
            assert landing.poll() is None, log.read_text()
        stop.set()
        writer.join(60)
        time.sleep(15)
        landing.send_signal(signal.SIGTERM)
        assert landing.wait(60) == 0, log.read_text()
    finally:
        stop.set()
        if landing.poll() is None:
            landing.kill()
        broker.remove()
    warehouse.dbt("build", "--exclude", "test_type:unit")
    print(f"{sum(sent):,} records in {runs} runs")
    assert warehouse.raw_count() == sum(sent)
    found = warehouse.spark.sql("select count(*), count(distinct event_id), count(distinct kafka_topic, kafka_offset) from cdc.cdc_events")
    events, identities, records = found.first()
    assert events == identities and records == sum(sent)
    unreadable = warehouse.spark.sql("select count(*) from cdc.cdc_events where event_kind = 'dead_letter'").first()[0]
    assert unreadable == 0
