"""One line becomes one record, to the byte, or is rejected with a reason that shows no content."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from landing_lines import ALL_BYTES, kcat_line, line

from rosetta_cdc.landing.record import MAX_OFFSET, MAX_PARTITION, Rejection, parse_line

CONTENT = st.none() | st.binary(max_size=60)
HEADERS = st.lists(st.tuples(st.text(st.characters(codec="utf-8")), CONTENT), max_size=4)


def reason_of(content: bytes) -> str:
    with pytest.raises(Rejection) as raised:
        parse_line(content)
    return f"{raised.value.reason}: {raised.value.detail}"


@given(CONTENT, CONTENT, HEADERS, st.integers(0, MAX_OFFSET), st.integers(0, MAX_PARTITION))
def test_what_kcat_writes_comes_back_to_the_byte(key, value, headers, offset, partition):
    record = parse_line(kcat_line(offset, key, value, headers, partition=partition))
    assert (record.key, record.value, record.headers) == (key, value, headers or None)
    assert (record.topic, record.partition, record.offset) == ("shop.orders", partition, offset)
    assert (record.timestamp, record.timestamp_type) == (1_700_000_000_000, "create")


def test_every_byte_in_keys_values_and_headers():
    record = parse_line(kcat_line(7, ALL_BYTES, ALL_BYTES * 3, [("h", ALL_BYTES)]))
    assert (record.key, record.value, record.headers) == (
        ALL_BYTES,
        ALL_BYTES * 3,
        [("h", ALL_BYTES)],
    )


@pytest.mark.parametrize("content", [b"", b"\x00", b"abc", ALL_BYTES])
def test_base64(content):
    text = base64.b64encode(content).decode()
    fields = {"topic": "t", "partition": 0, "offset": 0, "key_base64": text, "payload_base64": text}
    record = parse_line(json.dumps(fields).encode())
    assert (record.key, record.value) == (content, content)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (["a", "1", "a", None, "", ""], [("a", b"1"), ("a", None), ("", b"")]),
        ([["a", "1"], ["b", None]], [("a", b"1"), ("b", None)]),
        ([{"key": "a", "value": "1"}, {"key": "b"}], [("a", b"1"), ("b", None)]),
        ([{"key": "a", "value_base64": "/w=="}], [("a", b"\xff")]),
        ([], None),
        (None, None),
    ],
)
def test_header_forms(headers, expected):
    assert parse_line(line(headers=headers)).headers == expected


def test_null_absent_and_empty():
    absent = parse_line(b'{"topic":"t","partition":0,"offset":0}')
    assert (absent.key, absent.value, absent.headers, absent.timestamp) == (None,) * 4
    assert absent.timestamp_type == "unknown"
    empty = parse_line(line(payload="", key=""))
    assert (empty.key, empty.value) == (b"", b"")
    both = parse_line(line(payload=None, payload_base64="YQ==", key="k", key_base64=None))
    assert (both.key, both.value) == (b"k", b"a")


@pytest.mark.parametrize(
    ("ts", "expected"),
    [
        (0, 0),
        (-1, None),
        (-(10**30), None),
        (253_402_300_799_999, 253_402_300_799_999),
        (253_402_300_800_000, None),
        (10**30, None),
        (None, None),
    ],
)
def test_timestamps(ts, expected):
    assert parse_line(line(ts=ts)).timestamp == expected


@pytest.mark.parametrize(
    ("tstype", "expected"),
    [
        ("create", "create"),
        ("logappend", "append"),
        ("append", "append"),
        ("x", "unknown"),
        (None, "unknown"),
    ],
)
def test_timestamp_types(tstype, expected):
    assert parse_line(line(tstype=tstype)).timestamp_type == expected


def test_text_forms():
    assert parse_line(line(payload="𝄞 é \u0000")).value == "𝄞 é \0".encode()
    # Control characters as they are, which JSON forbids, and a pair that ends like a byte.
    raw = b'{"topic":"t","partition":0,"offset":0,"payload":"a\tb\x01 \\ud83d\\udc80 \\\\udc80"}'
    assert parse_line(raw).value == "a\tb\x01 \U0001f480 \\udc80".encode()
    mixed = b'{"topic":"t","partition":0,"offset":0,"payload":"\\ud83d\\udc80\xff\x80 \\\\udc80"}'
    assert parse_line(mixed).value == "\U0001f480".encode() + b"\xff\x80 \\udc80"
    # A surrogate pair written as two UTF-8 sequences (CESU-8) is not UTF-8, but bytes all the same.
    assert parse_line(kcat_line(0, None, b"\xed\xa0\xbd\xed\xb2\x80")).value == b"\xed\xa0\xbd\xed\xb2\x80"
    assert parse_line(b' {"topic":"t","partition":0,"offset":0} ').topic == "t"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"x", "not_json: Expecting value (character 1)"),
        (b'{"topic":"t"', "not_json: Expecting"),
        (b'{"topic":"t"} x', "not_json: Extra data"),
        (b"[1]", "not_json: JSON, but not an object"),
        (b"null", "not_json: JSON, but not an object"),
        (b"[" * 100_000, "not_json: nested too deeply"),
        (b'{"ts":NaN}', "not_json: NaN is not JSON"),
        (b"{}", "not_a_kafka_record: topic is missing"),
        (line(topic=""), "not_a_kafka_record: topic is empty"),
        (line(topic=7), "not_a_kafka_record: topic is not text"),
        (line(topic="a\nb"), "not_a_kafka_record: topic has a control character"),
        (line(topic="a" * 1001), "not_a_kafka_record: topic is longer than 1000 characters"),
        (line(topic="a~1"), "not_a_kafka_record: topic ends with ~ and a number"),
        (line(partition=None), "not_a_kafka_record: partition is missing"),
        (line(partition=-1), "not_a_kafka_record: partition is negative"),
        (line(partition=2**31), "not_a_kafka_record: partition is greater than 2147483647"),
        (line(partition=True), "not_a_kafka_record: partition is not an integer"),
        (line(offset="1"), "not_a_kafka_record: offset is not an integer"),
        (line(offset=1.0), "not_a_kafka_record: offset is not an integer"),
        (line(offset=-1), "not_a_kafka_record: offset is negative"),
        (line(offset=2**63), "not_a_kafka_record: offset is greater than 9223372036854775807"),
        (
            line().replace(b'"offset": 0', b'"offset": ' + b"9" * 5000),
            "not_a_kafka_record: a number has",
        ),
        (line(ts="1"), "not_a_kafka_record: ts is not an integer"),
        (line(tstype=1), "not_a_kafka_record: tstype is not text"),
        (line(payload={}), "not_a_kafka_record: payload is not text"),
        (line(key=1), "not_a_kafka_record: key is not text"),
        (
            line(payload_base64="YQ=="),
            "not_a_kafka_record: payload and payload_base64 are both set",
        ),
        (line(key=None, key_base64="YQ"), "not_a_kafka_record: key_base64 is not base64"),
        (line(key=None, key_base64="é"), "not_a_kafka_record: key_base64 is not base64"),
        (line(key=None, key_base64=1), "not_a_kafka_record: key_base64 is not text"),
        (line(headers=["a"]), "not_a_kafka_record: headers: a name without a value"),
        (line(headers={"a": "1"}), "not_a_kafka_record: headers is not a list"),
        (line(headers=0), "not_a_kafka_record: headers is not a list"),
        (line(headers=[None, "1"]), "not_a_kafka_record: headers: a name is not text"),
        (line(headers=["a", 1]), "not_a_kafka_record: headers: a value is not text"),
        (line(headers=[["a"]]), "not_a_kafka_record: headers: not every element is a pair"),
        (
            line(headers=[{"key": "a"}, 1]),
            "not_a_kafka_record: headers: not every element is an object",
        ),
        (line(headers=[{"key": "a", "x": 1}]), "not_a_kafka_record: headers: a field other than"),
        (
            line(headers=[{"key": "a", "value": 1}]),
            "not_a_kafka_record: headers: value is not text",
        ),
        (b'{"offset":1,"offset":2}', "not_a_kafka_record: a field appears twice"),
        (line(payload="\ud800"), "bad_encoding: payload has"),
        (line(payload="\udc80"), "bad_encoding: payload has"),
        (line(headers=["\udc80", ""]), "bad_encoding: headers: a name is not UTF-8"),
        (line(topic="\udc80"), "bad_encoding: topic is not UTF-8"),
        (line(topic="t").replace(b'"t"', b'"\xff"'), "bad_encoding: topic is not UTF-8"),
        (
            line(payload="\udc80").replace(b'"k"', b'"\xff"'),
            "bad_encoding: the line is not UTF-8 and has",
        ),
        (line(payload="\ud800").replace(b'"k"', b'"\xff"'), "bad_encoding: payload has"),
    ],
)
def test_rejections(content, expected):
    assert reason_of(content).startswith(expected)


@given(st.binary(max_size=80))
def test_any_bytes_are_a_record_or_rejected(content):
    try:
        parse_line(content)
    except Rejection as rejection:
        assert rejection.reason in ("not_json", "not_a_kafka_record", "bad_encoding")


@given(st.data())
def test_a_damaged_line_is_a_record_or_rejected(data):
    content = bytearray(kcat_line(1, b"key", b'{"a": "\xff\\"}', [("h", b"\x00")]))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=3)):
        content[place] = data.draw(st.integers(0, 255))
    try:
        parse_line(bytes(content))
    except Rejection as rejection:
        assert rejection.reason in ("not_json", "not_a_kafka_record", "bad_encoding")
