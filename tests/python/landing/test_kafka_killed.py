"""300,000 records through landings that are killed and a broker that restarts: each is in raw exactly once, byte for byte."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from kafka_topics import Topics

from rosetta_cdc.broker import Broker
from rosetta_cdc.paths import PROJECT
from rosetta_shop.formats import JSON
from rosetta_shop.traffic import bench_messages

pytestmark = pytest.mark.long

SEED = 17
RECORDS, KILLS, RESTARTS, PARTITIONS = 300_000, 15, 2, 2
FORMATS = JSON[:12]
# Its records have keys.
COMPACTED = "bench.dtle"
PORTION = 1_000


@pytest.fixture
def broker(tmp_path):
    """Give a broker."""
    started = Broker(tmp_path / "node")
    started.start()
    yield started
    started.remove()


class Landing:
    """The command `scripts/land kafka --follow`, all topics, in a process of its own."""

    def __init__(self, broker: Broker, home: Path) -> None:
        self.command = [
            sys.executable, "-m", "rosetta_cdc.landing", "kafka", "--pattern", "bench.*", "--servers", broker.address, "--batch", "20000",
        ]  # fmt: skip
        self.environment = {**os.environ, "ROSETTA_HOME": str(home), "PYTHONPATH": str(PROJECT / "scripts"), "ROSETTA_TOPICS_CSV": ""}
        self.home = home
        self.log = home / "landing.log"

    def start(self) -> subprocess.Popen:
        """Start it, following."""
        with self.log.open("ab") as log:
            command = [*self.command, "--follow", "--every", "1"]
            return subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def wait_for_commit(self, process: subprocess.Popen) -> None:
        """Wait until a batch lands, or there is nothing to land."""
        commits = self.home / "raw" / "kafka_messages" / "_delta_log"
        before, deadline = len(list(commits.glob("*.json"))), time.monotonic() + 60
        while len(list(commits.glob("*.json"))) == before and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)

    def finish(self) -> None:
        """Land what is left."""
        with self.log.open("ab") as log:
            subprocess.run([*self.command, "--once"], env=self.environment, stdout=log, stderr=log, check=True)


def write_topics(topics: Topics, rng: random.Random, stop: threading.Event) -> None:
    """Write the records in portions, plain, in transactions, and some more in transactions that are taken back."""
    waiting: dict[str, list] = {}
    for record in bench_messages(RECORDS, FORMATS, seed=SEED, size=300):
        portion = waiting.setdefault(record.topic, [])
        portion.append({"value": record.value, "key": record.key, "timestamp": record.ts, "partition": rng.randrange(PARTITIONS)})
        if len(portion) == PORTION:
            write_portion(topics, record.topic, waiting.pop(record.topic), rng)
            if stop.is_set():
                return
    for topic, portion in waiting.items():
        write_portion(topics, topic, portion, rng)


def write_portion(topics: Topics, topic: str, portion: list, rng: random.Random) -> None:
    """Write a portion; a broker that restarts meanwhile is waited for."""
    settings = {"enable.idempotence": True, "message.timeout.ms": 120_000}
    if topic != COMPACTED and rng.random() < 0.3:
        values = [entry["value"] for entry in portion]
        for commits in (False, True) if rng.random() < 0.5 else (True,):
            try:
                topics.produce_in_transaction(topic, values, commits=commits)
            except Exception:  # the broker restarts: the transaction is taken back
                time.sleep(1)
    else:
        topics.produce(topic, portion, seconds=150, **settings)


def digest(key: bytes | None, value: bytes | None) -> str:
    """Return a digest of a record's bytes."""
    return hashlib.sha256(b"\0".join(b"-" if part is None else b"+" + part for part in (key, value))).hexdigest()


def test_killed_landings_and_a_broker_that_restarts(broker, spark, tmp_path):
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    home = tmp_path / "home"
    home.mkdir()
    topics = Topics(broker.address)
    for code in FORMATS:
        topic = f"bench.{code}"
        compacted = {"cleanup.policy": "compact", "segment.ms": "2000", "min.cleanable.dirty.ratio": "0.01"}
        topics.create(topic, PARTITIONS, **(compacted if topic == COMPACTED else {}))
    stop = threading.Event()
    writer = threading.Thread(target=write_topics, args=(topics, random.Random(SEED), stop), daemon=True)
    writer.start()
    landing = Landing(broker, home)
    restarts = set(rng.sample(range(2, KILLS), RESTARTS))
    try:
        for kill in range(KILLS):
            process = landing.start()
            if rng.random() < 0.7:
                landing.wait_for_commit(process)
                time.sleep(rng.uniform(0, 6))
            else:
                time.sleep(rng.uniform(0, 30))
            if kill in restarts:
                (broker.kill if rng.random() < 0.5 else broker.stop)()
                time.sleep(rng.uniform(0, 5))
                broker.start()
                time.sleep(5)
            assert process.poll() is None, landing.log.read_text()[-2000:]
            # Sometimes only the Python process: its Java lives on for a moment.
            (os.kill if rng.random() < 0.5 else os.killpg)(process.pid, signal.SIGKILL)
            process.wait()
        writer.join(900)
        assert not writer.is_alive()
    finally:
        stop.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    landing.finish()

    raw = spark.read.format("delta").load(str(home / "raw" / "kafka_messages"))
    landed: dict[tuple, str] = {}
    twice = Counter()
    for row in raw.select("kafka_topic", "kafka_partition", "kafka_offset", "kafka_key", "kafka_value").toLocalIterator():
        place = (row.kafka_topic, row.kafka_partition, row.kafka_offset)
        twice[place] += place in landed
        landed[place] = digest(*(part if part is None else bytes(part) for part in (row.kafka_key, row.kafka_value)))
    assert not +twice
    sent = {
        (topic, partition, message.offset): digest(message.key, message.value)
        for code in FORMATS
        for (topic, partition), rows in topics.read(f"bench.{code}").items()
        for message in rows
    }
    assert len(sent) > RECORDS / 2
    missing = sent.keys() - landed.keys()
    assert not missing, (len(missing), sorted(missing)[:5])
    assert all(landed[place] == found for place, found in sent.items())
    # Only what the compaction has taken since is in raw and not in Kafka.
    assert {topic for topic, *_ in landed.keys() - sent.keys()} <= {COMPACTED}
    assert Counter(topic for topic, *_ in sent)["bench.dts_canal"] > RECORDS / 20
