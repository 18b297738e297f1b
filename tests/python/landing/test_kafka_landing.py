"""Landing from a real Kafka broker: exactly once, and what happens when topics or brokers do not behave."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
import time

import pytest

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing import land_files
from rosetta_cdc.landing.kafka.plan import parse_begin
from rosetta_cdc.landing.kafka.stream import KafkaLanding
from rosetta_cdc.paths import PROJECT


def landed(kafka, topic: str, incarnation: int = 0) -> dict:
    """Return what raw has of a topic, as a plain consumer would give it."""
    found: dict = {}
    for row in kafka.read("kafka_messages"):
        if (row.kafka_topic, row.kafka_topic_incarnation) == (topic, incarnation):
            headers = row.kafka_headers and [(header.key, header.value and bytes(header.value)) for header in row.kafka_headers]
            parts = [part if part is None else bytes(part) for part in (row.kafka_key, row.kafka_value)]
            found.setdefault(row.kafka_partition, []).append((row.kafka_offset, *parts, headers))
    return {partition: sorted(rows) for partition, rows in found.items()}


def sent(kafka, topic: str) -> dict:
    """Return what a plain consumer reads of a topic."""
    return {
        place[1]: [(message.offset, message.key, message.value, message.headers) for message in rows]
        for place, rows in kafka.topics.read(topic).items()
        if rows
    }


def ranges(kafka, kind: str) -> list[tuple]:
    """Return the noted ranges of a kind."""
    rows = [row for row in kafka.read("kafka_offset_ranges") if row.kind == kind]
    return sorted((row.kafka_topic, row.kafka_topic_incarnation, row.kafka_partition, row.from_offset, row.until_offset) for row in rows)


def forget_newest_ranges(kafka) -> None:
    """Bring raw to where a landing is that was killed between its records and the note of how far it read."""
    path = kafka.home / "raw" / "kafka_offset_ranges"
    newest = kafka.spark.sql(f"describe history delta.`{path}` limit 1").first().version
    kafka.spark.sql(f"restore table delta.`{path}` to version as of {newest - 1}")


def test_every_record_lands_once_as_it_was_sent(kafka):
    kafka.topics.create("t", 3)
    odd = [
        {"value": None, "key": b"k"},
        {"value": b"", "key": b""},
        {"value": bytes(range(256)), "key": bytes(range(256)), "headers": [("é", b"\xff"), ("é", None), ("", b"")]},
        {"value": b"late", "timestamp": 253_402_300_799_999},
        {"value": b"x" * 10_000_000},
    ]
    kafka.topics.produce("t", odd)
    kafka.topics.produce_in_transaction("t", [b"a", b"b"], commits=True)
    kafka.topics.produce_in_transaction("t", [b"no", b"no"], commits=False)
    kafka.topics.produce("t", [b"%d" % number for number in range(500)], partition=2)
    progress = kafka.land("t", records=300)
    expected = sent(kafka, "t")
    assert len(expected[0]) == 7 and len(expected[2]) == 500
    assert landed(kafka, "t") == expected
    assert (progress.records, progress.repeated, progress.lag) == (507, 0, {"t": 0})
    assert progress.batches >= 2
    rows = {row.kafka_offset: row for row in kafka.read("kafka_messages") if row.kafka_partition == 0}
    assert rows[3].kafka_timestamp.year == 9999 and rows[3].kafka_timestamp_type == "create"
    assert {row.format for row in rows.values()} == {"auto"}

    assert kafka.land("t").records == 0
    kafka.topics.produce("t", [b"more"], partition=1)
    assert kafka.land("t").records == 1
    assert landed(kafka, "t") == sent(kafka, "t")
    noted = [row for row in kafka.read("kafka_offset_ranges") if row.kind == "read"]
    assert sum(row.records for row in noted) == 508
    for partition in range(3):
        of_partition = sorted((row.from_offset, row.until_offset) for row in noted if row.kafka_partition == partition)
        assert [start for start, _ in of_partition] == [0, *(end for _, end in of_partition[:-1])]


def test_a_landing_killed_between_its_two_commits(kafka):
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"1", b"2"])
    kafka.land("t")
    kafka.topics.produce("t", [b"3", b"4"])
    kafka.land("t")
    forget_newest_ranges(kafka)
    kafka.topics.produce("t", [b"5"])
    progress = kafka.land("t")
    assert (progress.records, progress.repeated) == (1, 2)
    assert landed(kafka, "t") == sent(kafka, "t")


@pytest.mark.long
def test_records_that_landed_from_a_file(kafka, tmp_path):
    kafka.topics.create("t")
    kafka.topics.produce("t", [{"value": b"same", "timestamp": 5}, {"value": b"kafka's", "timestamp": 6}, {"value": b"z", "timestamp": 7}])
    file = tmp_path / "f"
    lines = [{"topic": "t", "partition": 0, "offset": offset, "ts": 5 + offset, "tstype": "create", "payload": text}
             for offset, text in enumerate(["same", "the file's"])]  # fmt: skip
    file.write_text("\n".join(json.dumps(line) for line in lines))
    land_files(kafka.spark, [file])
    progress = kafka.land("t")
    assert (progress.records, progress.repeated, progress.reused) == (1, 1, 1)
    assert [value for _, _, value, _ in landed(kafka, "t")[0]] == [b"same", b"the file's", b"z"]
    (rejected,) = kafka.read("rejected_lines")
    assert (rejected.file, rejected.line_number, rejected.reason) == ("kafka:default/t/0/0", 1, "offset_reused")
    assert [(row.kafka_topic, bool(row.kafka_topic_id)) for row in kafka.read("kafka_topics")] == [("t", True)]
    # Killed before it noted how far it had read, a landing reads and refuses the record again; it is kept once.
    forget_newest_ranges(kafka)
    kafka.topics.produce("t", [b"next"])
    assert (kafka.land("t").reused, len(kafka.read("rejected_lines"))) == (1, 1)
    # The refused record is kept whole, as a line that lands as another incarnation; Kafka's goes on as it was.
    file.write_bytes(rejected.line_bytes)
    land_files(kafka.spark, [file], incarnation=7)
    assert landed(kafka, "t", 7) == {0: sent(kafka, "t")[0][1:2]}
    kafka.topics.produce("t", [b"more"])
    assert kafka.land("t").records == 1 and len(landed(kafka, "t")[0]) == 5


@pytest.mark.parametrize("follows", [pytest.param(False, marks=pytest.mark.thorough), pytest.param(True, marks=pytest.mark.long)])
def test_a_topic_created_again(kafka, follows):
    """Three incarnations, with fewer and with more records than before, while the landing rests or runs."""
    expected = []
    landing = kafka.prepare("t", pattern=None, follows=True, seconds=0.5) if follows else None
    thread = None
    for incarnation, count in enumerate((5, 3, 20)):
        kafka.topics.create("t", 2)
        kafka.topics.produce("t", [b"%d.%d" % (incarnation, number) for number in range(count)], partition=incarnation % 2)
        expected.append(sent(kafka, "t"))
        if landing is None:
            kafka.land("t")
        else:
            thread = thread or start(landing)
            wait_for(lambda: landed(kafka, "t", incarnation) == expected[incarnation], thread)  # noqa: B023
        kafka.topics.delete("t")
    if landing is not None:
        landing.stop.set()
        thread.join(60)
        assert not thread.is_alive()
    assert [landed(kafka, "t", incarnation) for incarnation in range(3)] == expected
    topics = sorted((row.kafka_topic_incarnation, row.kafka_topic_id) for row in kafka.read("kafka_topics"))
    assert [incarnation for incarnation, _ in topics] == [0, 1, 2] and len({identity for _, identity in topics}) == 3


@pytest.mark.long
def test_records_that_kafka_deleted_before_they_landed(kafka):
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"0", b"1"])
    kafka.land("t")
    kafka.topics.produce("t", [b"2", b"3", b"4"])
    kafka.topics.delete_records(("t", 0), 4)
    with pytest.raises(UserError, match=r"topic t, partition 0, lost offsets 2 to 3 before they landed; .* --data-loss continue"):
        kafka.land("t")
    progress = kafka.land("t", goes_on=True)
    assert progress.records == 1 and [(one.start, one.end) for one in progress.lost] == [(2, 4)]
    assert ranges(kafka, "lost") == [("t", 0, 0, 2, 4)]
    assert kafka.land("t").records == 0


@pytest.mark.long
def test_a_topic_that_is_gone(kafka):
    kafka.topics.create("t")
    kafka.topics.create("u")
    kafka.topics.produce("t", [b"0"])
    kafka.land(pattern="[tu]")
    kafka.topics.delete("t")
    kafka.topics.produce("u", [b"0"])
    with pytest.raises(UserError, match=r"topic t has landed before but is gone from Kafka at .*; .* use --data-loss continue"):
        kafka.land(pattern="[tu]")
    assert kafka.land(pattern="[tu]", goes_on=True).records == 1
    assert ranges(kafka, "lost") == [("t", 0, 0, 1, 1)]
    assert kafka.land(pattern="[tu]").records == 0  # it is noted already
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"again"])
    assert kafka.land(pattern="[tu]").again == ["t"]
    assert landed(kafka, "t", 1) == sent(kafka, "t")


@pytest.mark.long
def test_where_partitions_begin(kafka, tmp_path):
    for name in ("a", "b", "c"):
        kafka.topics.create(name, 2)
        kafka.topics.produce(name, [{"value": b"%d" % number, "timestamp": 1_000_000 + number * 1000} for number in range(5)])
    kafka.land("a", begin="latest")
    kafka.land("b", begin=parse_begin("1970-01-01T00:16:43Z"))
    (tmp_path / "offsets.json").write_text('{"c": {"0": 4}}')
    kafka.land("c", begin=parse_begin(str(tmp_path / "offsets.json")))
    assert {name: [row[0] for row in landed(kafka, name).get(0, [])] for name in "abc"} == {"a": [], "b": [3, 4], "c": [4]}
    for name in "abc":
        kafka.topics.produce(name, [b"more"])
        kafka.land(name, begin="latest")  # of no effect: the partition is known
    assert {name: [row[0] for row in landed(kafka, name)[0]] for name in "abc"} == {"a": [5], "b": [3, 4, 5], "c": [4, 5]}


@pytest.mark.long
def test_following_a_pattern_through_a_restart_of_the_broker(kafka):
    kafka.topics.create("shop.a")
    kafka.topics.produce("shop.a", [b"0"])
    landing = kafka.prepare(pattern=r"shop\..*", follows=True, seconds=0.5)
    thread = start(landing)
    wait_for(lambda: landed(kafka, "shop.a"), thread)
    kafka.topics.create("shop.b", 2)
    kafka.topics.create("other")
    kafka.topics.produce("shop.b", [b"0", b"1"], partition=1)
    wait_for(lambda: landed(kafka, "shop.b"), thread)
    kafka.broker.kill()
    kafka.broker.start()
    kafka.topics.produce("shop.a", [b"1"])
    wait_for(lambda: len(landed(kafka, "shop.a")[0]) == 2, thread)
    landing.stop.set()
    thread.join(60)
    assert not thread.is_alive()
    for name in ("shop.a", "shop.b"):
        assert landed(kafka, name) == sent(kafka, name)
    assert landed(kafka, "other") == {}


@pytest.mark.long
def test_a_service_that_is_stopped(kafka):
    """SIGTERM reaches all its processes, as systemd sends it; the batch is finished."""
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"0", b"1"])
    command = [PROJECT / "scripts" / "land", "kafka", "--servers", kafka.broker.address, "--topic", "t", "--follow", "--every", "0.5"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while not any((kafka.home / "raw" / "kafka_messages").rglob("*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.5)
    os.killpg(process.pid, signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "land:" not in errors
    assert landed(kafka, "t") == sent(kafka, "t")


@pytest.mark.long
def test_two_clusters_beside_each_other(kafka):
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"0", b"1"])
    kafka.land("t", cluster="one")
    kafka.land("t", cluster="two")
    rows = kafka.read("kafka_messages")
    assert sorted((row.kafka_cluster, row.kafka_offset) for row in rows) == [("one", 0), ("one", 1), ("two", 0), ("two", 1)]


def start(landing: KafkaLanding) -> threading.Thread:
    """Run a landing in a thread; what ends it is kept in `failure`."""

    def run() -> None:
        try:
            landing.run()
        except BaseException as error:
            landing.failure = error

    thread = threading.Thread(target=run, daemon=True)
    thread.landing = landing
    thread.start()
    return thread


def wait_for(condition, thread: threading.Thread, seconds: float = 120) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(Exception):  # a table that is not there yet
            if condition():
                return
        assert thread.is_alive(), getattr(thread.landing, "failure", None)
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.3)
