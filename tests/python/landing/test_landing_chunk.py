"""A chunk decides which records are new; conditions for Delta never miss a record."""

from __future__ import annotations

from datetime import datetime, timezone

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from landing_lines import line

from rosetta_cdc.landing import predicates
from rosetta_cdc.landing.chunk import Chunk, Rejected, Stamp, rejected_table
from rosetta_cdc.landing.lines import Line

STAMP = Stamp("default", 0, "id", datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc))


def chunk_of(*contents: bytes, file: str = "f") -> Chunk:
    chunk = Chunk()
    chunk.add(file, [Line(number, text, len(text)) for number, text in enumerate(contents, 1)])
    return chunk


def test_the_first_record_of_an_identity_wins():
    chunk = chunk_of(line(0, "a"), line(0, "a"), line(0, "b", ts=-1), line(1, "a"))
    rows, repeated, reused = chunk.settle({})
    assert (rows, repeated) == ([0, 3], 1)
    assert [(each.line_number, each.reason) for each in reused] == [(3, "offset_reused")]
    assert reused[0].detail == "differs from line 1 in value, timestamp"
    assert reused[0].line == line(0, "b", ts=-1)


def test_what_raw_holds_wins_over_the_chunk():
    chunk = chunk_of(line(0, "a"), line(0, "b"), line(0, "a"))
    rows, repeated, reused = chunk.settle({0: "value", 1: "", 2: "value"})
    assert (rows, repeated) == ([], 1)
    assert [each.line_number for each in reused] == [1, 3]
    assert reused[0].detail == "differs from the record that landed before in value"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"key": ""}, "key"),
        ({"key": None}, "key"),
        ({"payload": None}, "value"),
        ({"headers": ["a", ""]}, "headers"),
        ({"ts": 1}, "timestamp"),
        ({"tstype": "logappend", "broker": 3}, None),
    ],
)
def test_what_makes_a_record_another_one(change, part):
    rows, repeated, reused = chunk_of(line(0), line(0, **{"payload": "value"} | change)).settle({})
    assert rows == [0]
    assert (repeated, len(reused)) == ((1, 0) if part is None else (0, 1))
    if part:
        assert reused[0].detail == f"differs from line 1 in {part}"


def test_every_line_is_counted_once():
    chunk = chunk_of(line(0), b"", b" \t", b"x", line(0), line(0, "y"), b"{}")
    rows, repeated, reused = chunk.settle({})
    rejected = chunk.rejected + reused
    assert chunk.lines == chunk.blank + len(rows) + repeated + len(rejected) == 7
    assert [each.reason for each in rejected] == ["not_json", "not_a_kafka_record", "offset_reused"]


def test_tables_have_a_row_for_each_record_and_line():
    chunk = chunk_of(line(5, None, key="", headers=["h", None]), line(6, ts=None))
    table = chunk.table(STAMP, lambda topic: {"shop.orders": "dtle"}[topic])
    assert table["format"].to_pylist() == ["dtle", "dtle"]
    assert table["kafka_headers"].to_pylist() == [[{"key": "h", "value": None}], None]
    assert table["kafka_timestamp"].type == pa.timestamp("us", "UTC")
    assert [moment and moment.year for moment in table["kafka_timestamp"].to_pylist()] == [
        2023,
        None,
    ]
    assert set(table["landed_date"].to_pylist()) == {STAMP.landed_at.date()}
    lines = rejected_table([Rejected("f", 1, b"a\xff\xe9", "not_json", "d")], STAMP)
    assert lines["line_text"].to_pylist() == [r"a\xff\xe9"]
    assert lines["line_bytes"].to_pylist() == [b"a\xff\xe9"]


PLACES = st.dictionaries(
    st.tuples(st.text(st.characters(codec="utf-8"), min_size=1, max_size=3), st.integers(0, 5)),
    st.tuples(st.integers(0, 100), st.integers(0, 100)).map(lambda pair: (min(pair), max(pair))),
    max_size=70,
)


@given(PLACES)
def test_groups_cover_every_place_with_few_terms(ranges):
    groups = list(predicates._groups(sorted(ranges)))
    assert [place for group in groups for place in group] == sorted(ranges)
    assert len(groups) <= predicates.TERMS


def test_conditions():
    assert predicates.of_offsets({}) == "false"
    assert predicates.of_offsets({("a", 1): (2, 3)}) == ("(kafka_topic = 'a' and kafka_offset between 2 and 3 and kafka_partition = 1)")
    many = predicates.of_offsets({(f"t{i:03}", 0): (i, i + 5) for i in range(100)})
    assert many.count(" or ") < predicates.TERMS
    assert "(kafka_topic between 't000' and 't006' and kafka_offset between 0 and 11)" in many
    assert predicates.of_lines([("f", 9), ("f", 2)]) == "(file = 'f' and line_number between 2 and 9)"
    assert predicates.literal("it's") == "cast(X'69742773' as string)"
