"""Landing in Delta tables: what lands, what is repeated, what is kept as rejected."""

from __future__ import annotations

import gzip
import random
import shutil
from datetime import date, datetime, timezone
from types import SimpleNamespace

import pytest
from landing_lines import ALL_BYTES, commits, kcat_line, line, read, values, write

from rosetta_cdc import raw_tables
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing import Limits, land_files
from rosetta_cdc.landing.lock import landing_lock

MOMENT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=timezone.utc)


@pytest.fixture
def landing(spark, rosetta_home, tmp_path, monkeypatch):
    """Give shorthands for landing lines and for reading what landed."""
    monkeypatch.setenv("ROSETTA_TOPICS_CSV", str(tmp_path / "topics.csv"))
    registry = (
        "match_order,cluster_pattern,topic_pattern,table_pattern,format,source_name,"
        "primary_key,source_time_zone,order_by,load_time,description\n"
        "1,,shop\\..*,,dts_canal,,,,,,\n"
    )
    (tmp_path / "topics.csv").write_text(registry)

    def land(*lines: bytes, name: str = "f", **options):
        return land_files(spark, [write(tmp_path / name, *lines)], **options)

    return SimpleNamespace(
        land=land,
        home=rosetta_home,
        path=tmp_path,
        spark=spark,
        read=lambda table: read(spark, rosetta_home, table),
        values=lambda: values(spark, rosetta_home),
        commits=lambda table: commits(spark, rosetta_home, table),
    )


def test_a_landing_from_first_to_last(landing):
    chosen = random.Random(7)
    sent = {}
    for offset in range(400):
        key, value = (chosen.choice([None, b"", chosen.randbytes(chosen.randrange(300))]) for _ in "kv")
        headers = [(name, chosen.choice([None, b"", chosen.randbytes(9)])) for name in chosen.choice(["", "a", "ba"])]
        sent[offset] = (key, value, headers or None)
    sent[400] = (ALL_BYTES, ALL_BYTES, [("é", ALL_BYTES), ("é", None)])
    lines = [kcat_line(offset, *parts) for offset, parts in sent.items()]
    big = '"\\é\n' * 2_000_000
    lines.append(line(401, big, key=None))
    sent[401] = (None, big.encode(), None)
    last = line(0, "z", topic="other", ts=253_402_300_799_999, tstype="logappend")
    lines += [b"", b"not json", line(-1), line(0, "z", topic="other", ts=-1, partition=3), last]
    path = write(landing.path / "f", *lines)
    result = land_files(landing.spark, [path], landed_at=MOMENT)

    assert (result.lines, result.blank, result.landed, result.repeated) == (407, 1, 404, 0)
    assert result.rejected == {"not_json": 1, "not_a_kafka_record": 1}
    assert result.bytes == path.stat().st_size
    assert result.by_topic == {("shop.orders", "dts_canal"): 402, ("other", "auto"): 2}
    rows = landing.read("kafka_messages")
    found = {}
    for row in rows:
        if row.kafka_topic == "shop.orders":
            headers = row.kafka_headers and [(h.key, h.value and bytes(h.value)) for h in row.kafka_headers]
            parts = [part if part is None else bytes(part) for part in (row.kafka_key, row.kafka_value)]
            found[row.kafka_offset] = (*parts, headers)
    assert found == sent
    assert {(row.landing_id, row.landed_at, row.landed_date) for row in rows} == {
        (result.landing_ids[0], MOMENT.replace(tzinfo=None), date(2026, 3, 4))
    }
    assert {(row.kafka_topic, row.format) for row in rows} == set(result.by_topic)
    others = landing.spark.read.format("delta").load(str(landing.home / "raw" / "kafka_messages"))
    times = others.where("kafka_topic = 'other'").selectExpr("kafka_partition", "kafka_timestamp_type", "unix_millis(kafka_timestamp)")
    assert {tuple(row) for row in times.collect()} == {
        (3, "create", None),
        (0, "append", 253_402_300_799_999),
    }

    rejected = landing.read("rejected_lines")
    assert [(row.file, row.line_number, row.line_text, row.reason) for row in rejected] == [
        (str(path), 404, "not json", "not_json"),
        (str(path), 405, line(-1).decode(), "not_a_kafka_record"),
    ]
    assert [bytes(row.line_bytes) for row in rejected] == [b"not json", line(-1)]
    topics = landing.read("kafka_topics")
    assert [(row.kafka_topic, row.kafka_topic_id, row.first_landing_id) for row in topics] == [
        ("other", None, result.landing_ids[0]),
        ("shop.orders", None, result.landing_ids[0]),
    ]
    assert result.landing_ids[0].startswith("20260304T050607-")
    for table in raw_tables.declared():
        assert landing.commits(table) == ([] if table.endswith("_offset_ranges") else result.landing_ids)

    # The same file again, compressed under another name, adds nothing.
    path.write_bytes(gzip.compress(path.read_bytes()))
    again = land_files(landing.spark, [path])
    assert (again.landed, again.repeated, again.rejected_new) == (0, 404, 0)
    assert again.rejected == result.rejected
    assert again.landing_ids == []
    assert len(landing.read("rejected_lines")) == 2
    assert landing.commits("kafka_messages") == result.landing_ids
    assert list((landing.home / "tmp").iterdir()) == []


def test_a_reused_offset_is_kept_with_its_line(landing):
    landing.land(line(0, "a"), line(1, "a", headers=["h", None]), line(2, None))
    other = [line(0, "b"), line(1, "a", headers=["h", ""]), line(2, ""), line(3, "a"), line(3, "b")]
    result = landing.land(*other, line(1, "a", headers=["h", None]), name="g")
    assert (result.landed, result.repeated, result.rejected) == (1, 1, {"offset_reused": 4})
    assert landing.values() == {0: b"a", 1: b"a", 2: None, 3: b"a"}
    rejected = landing.read("rejected_lines")
    assert [(row.line_number, row.detail) for row in rejected] == [
        (1, "differs from the record that landed before in value"),
        (2, "differs from the record that landed before in headers"),
        (3, "differs from the record that landed before in value"),
        (5, "differs from line 4 in value"),
    ]
    assert [bytes(row.line_bytes) for row in rejected] == [*other[:3], other[4]]
    # The cure: offsets that began anew belong to another incarnation, those of elsewhere to another
    # cluster.
    assert landing.land(*other[:4], name="g", incarnation=1).landed == 4
    assert landing.land(*other[:4], name="g", cluster="west").landed == 4
    topics = landing.read("kafka_topics")
    assert [(row.kafka_cluster, row.kafka_topic_incarnation) for row in topics] == [
        ("default", 0),
        ("default", 1),
        ("west", 0),
    ]


def test_chunks_do_not_change_what_lands(landing):
    lines = [line(i % 70, f"v{i % 7}", partition=i % 2, ts=None) for i in range(90)]
    lines[50:50] = [b"x" * 70, b"y" * 200, b"", b"x"]
    one = landing.land(*lines, incarnation=1, limits=Limits(line_bytes=150, kept_bytes=9))
    small = Limits(chunk_lines=48, line_bytes=150, kept_bytes=9)
    result = landing.land(*lines, landing_id="many", limits=small)
    assert result.landing_ids[:2] == ["many", "many-2"]
    assert len(result.landing_ids) == len(landing.commits("kafka_messages")) - 1
    assert (result.lines, result.landed, result.repeated) == (one.lines, one.landed, one.repeated)
    assert result.rejected == one.rejected
    assert one.rejected["line_too_long"] == 1
    rows = landing.read("kafka_messages")
    sets = [
        {(row.kafka_partition, row.kafka_offset, bytes(row.kafka_value)) for row in rows if row[2] == incarnation} for incarnation in (0, 1)
    ]
    assert sets[0] == sets[1]
    rejected = landing.read("rejected_lines")
    assert len(rejected) == one.rejected_new == sum(one.rejected.values())
    assert [bytes(row.line_bytes) for row in rejected if row.reason == "line_too_long"] == [b"y" * 9]
    with pytest.raises(UserError, match="'many' has landed already"):
        landing.land(*lines, landing_id="many")


def test_only_files_that_can_hold_a_record_are_read(landing):
    for start in (0, 100, 200):
        landing.land(*(line(start + i, topic=f"t{start}") for i in range(3)))
    from rosetta_cdc.landing.predicates import of_offsets

    messages = landing.spark.read.format("delta").load(str(landing.home / "raw" / "kafka_messages"))
    assert len(messages.inputFiles()) == 3
    assert len(messages.where(of_offsets({("t100", 0): (100, 101)})).inputFiles()) == 1
    assert len(messages.where(of_offsets({("t100", 0): (0, 5)})).inputFiles()) == 0
    assert len(messages.where(of_offsets({("t100", 1): (100, 101)})).inputFiles()) == 0
    many = {(f"t{i}", 0): (i, i) for i in range(100, 200)}
    assert len(messages.where(of_offsets(many)).inputFiles()) == 1
    # The list of topics saves looking a new topic up; without the list every record is looked up.
    shutil.rmtree(landing.home / "raw" / "kafka_topics")
    assert landing.land(line(100, topic="t100")).repeated == 1


def test_a_cut_file_lands_what_could_be_read(landing):
    content = gzip.compress(b"".join(kcat_line(i, None, random.Random(i).randbytes(40)) + b"\n" for i in range(2000)))
    (landing.path / "cut").write_bytes(content[: len(content) // 2])
    result = land_files(landing.spark, [landing.path / "cut", write(landing.path / "f", line(9999))])
    assert len(result.errors) == 1
    assert "the gzip file is truncated" in result.errors[0]
    assert 500 < result.landed == result.lines < 2001
    assert 9999 in landing.values()


def test_a_folder_that_is_not_ours(landing):
    raw = landing.home / "raw"
    raw.mkdir(parents=True)
    (raw / "kafka_messages").write_text("")
    with pytest.raises(UserError, match="kafka_messages is a file where a folder is needed"):
        landing.land(line(0))
    (raw / "kafka_messages").unlink()
    (raw / "kafka_messages").mkdir()
    (raw / "kafka_messages" / "x").write_text("")
    with pytest.raises(UserError, match="kafka_messages holds files but no Delta table"):
        landing.land(line(0))
    (raw / "kafka_messages" / "x").unlink()
    path = raw / "rejected_lines"
    (path / "_delta_log").mkdir(parents=True)
    (path / "_delta_log" / "00000000000000000000.json").write_text("{}\n")
    with pytest.raises(UserError, match="rejected_lines cannot be read as a Delta table") as raised:
        landing.land(line(0))
    assert "\n" not in str(raised.value)
    shutil.rmtree(path)
    landing.spark.sql(f"create table delta.`{path}` (file string, line_number int) using delta")
    expected = "rejected_lines was made by another version: column line_number is int, not bigint"
    with pytest.raises(UserError, match=expected):
        landing.land(line(0))


@pytest.mark.parametrize(
    ("columns", "partitions", "expected"),
    [
        (["a string"], [], "column b is missing"),
        (["a string", "b int", "c int"], [], "column c is unknown"),
        (["b int", "a string"], [], "the columns are in a different order"),
        (["a string", "b bigint"], [], "column b is bigint, not int"),
        (["a string", "b int"], ["a"], r"partitioned by \(a\), not \(b\)"),
        (["a string", "b int"], ["b"], None),
    ],
)
def test_how_a_folder_can_differ(columns, partitions, expected):
    declared = [raw_tables.Column("a", "string", ""), raw_tables.Column("b", "int", "")]
    table = raw_tables.RawTable("t", "", tuple(declared), ("b",), ())
    found = dict(column.split() for column in columns)
    difference = raw_tables._difference(table, found, tuple(partitions))
    assert difference == (expected and expected.replace("\\", ""))


def test_two_landings_at_once(landing):
    with (
        landing_lock("default"),
        pytest.raises(UserError, match=r"another landing of cluster default is using .*: process \d+ since 20"),
    ):
        landing.land(line(0))
    assert landing.land(line(0)).landed == 1


def test_wrong_arguments(landing):
    for options in (
        {"cluster": ""},
        {"cluster": "a/b"},
        {"cluster": "a\n"},
        {"incarnation": -1},
        {"incarnation": 2**31},
    ):
        with pytest.raises(UserError):
            landing.land(line(0), **options)
    (landing.path / "topics.csv").write_text("match_order\n")
    with pytest.raises(UserError, match=r"topics.csv, line 1: column 'cluster_pattern' is missing"):
        landing.land(line(0))
    assert not (landing.home / "raw").exists()
