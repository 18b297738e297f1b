"""Files of records written to a Kafka broker, from which the landing then reads."""

from __future__ import annotations

import gzip

import pytest
from confluent_kafka import KafkaError, KafkaException, TopicPartition

from rosetta_cdc.broker.load import load, watermarks
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.kcat import Record, write_file


class FreshPartition:
    """A consumer's answers about a partition: so many times the error, then its offsets."""

    def __init__(self, code: int, times: int) -> None:
        self.error, self.times = KafkaException(KafkaError(code)), times

    def get_watermark_offsets(self, place: TopicPartition, timeout: float) -> tuple[int, int]:
        if self.times:
            self.times -= 1
            raise self.error
        return (3, 7)


def test_a_partition_that_has_no_leader_yet():
    """A look-up just after the topic was made is made again; an error that lasts is raised at once."""
    place = TopicPartition("fresh", 0)
    for code in (KafkaError.NOT_LEADER_FOR_PARTITION, KafkaError.LEADER_NOT_AVAILABLE, KafkaError.UNKNOWN_TOPIC_OR_PART):
        assert watermarks(FreshPartition(code, 3), place, pause=0) == (3, 7)
    refused = FreshPartition(KafkaError.TOPIC_AUTHORIZATION_FAILED, 3)
    with pytest.raises(KafkaException):
        watermarks(refused, place, pause=0)
    assert refused.times == 2


def test_files_written_to_a_broker(kafka, tmp_path):
    """Records are in Kafka as the files have them; a load that goes on after a kill writes what is left."""
    records = [
        Record(topic, number % 2, number, 1_700_000_000_000 + number, "create", b"k%d" % number, value, [("h", b"\xc3\xa9"), ("n", None)])
        for topic in ("a", "b")
        for number, value in enumerate([b"1", None, b"", bytes(range(256)), b"{}"])
    ]
    write_file(tmp_path / "part", records[:3])
    write_file(tmp_path / "rest.gz", records[3:])
    names = [str(tmp_path / name) for name in ("part", "rest.gz")]
    assert load(kafka.topics.address, names[:1]) == {"a": 3}
    assert load(kafka.topics.address, names, goes_on=True) == {"a": 2, "b": 5}
    assert load(kafka.topics.address, names, goes_on=True) == {}
    for topic in ("a", "b"):
        found = {place[1]: [message[1:] for message in messages] for place, messages in kafka.topics.read(topic).items()}
        meant = [(one.partition, (one.ts, one.key, one.value, one.headers)) for one in records if one.topic == topic]
        assert found == {partition: [message for place, message in meant if place == partition] for partition in (0, 1)}


def test_files_that_cannot_be_written_to_a_broker(tmp_path):
    """Are named, before anything is written."""
    (tmp_path / "broken").write_text('{"topic":"a","partition":0,"offset":0}\n{"topic":"a"}\n')
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b'{"topic":"a","partition":0,"offset":0}\n' * 1000)[:-20])
    for name, said in (("missing", "No such file"), (".", "Is a directory"), ("broken", "line 2: "), ("cut.gz", "cut.gz: ")):
        with pytest.raises(UserError, match=said):
            load("127.0.0.1:1", [str(tmp_path / name)])
