"""The generated traffic: same seed same bytes, sound JSON, every kind of message and of error."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections import defaultdict
from datetime import timedelta
from itertools import pairwise

import pytest

from rosetta_shop.broken import broken_messages
from rosetta_shop.day import AVRO_CODES, DAY_START, RECOGNISED, REGISTERED_CODES
from rosetta_shop.encodings import clock, expanded, java_double, shortest_float
from rosetta_shop.expected import (
    Expectation,
    random_log_expectations,
    shop_day_expectations,
)
from rosetta_shop.formats import ALL, JSON, WRITERS
from rosetta_shop.traffic import Record, bench_messages, random_log, registry_rows, shop_day

SEED = 11


@pytest.fixture(scope="module")
def day() -> list[Record]:
    """Return a day in all formats."""
    return list(shop_day(SEED))


@pytest.fixture(scope="module")
def day_events() -> list[Expectation]:
    """Return what a reader should find in it."""
    return shop_day_expectations(SEED)


@pytest.fixture(scope="module")
def log() -> list[Record]:
    """Return a random log in all formats."""
    return random_log(SEED, operations=80)


@pytest.fixture(scope="module")
def log_events() -> list[Expectation]:
    """Return what a reader should find in it."""
    return random_log_expectations(SEED, operations=80)


def strict_json(value: bytes) -> object:
    """Parse JSON as the standard has it, numbers as text; a repeated name or NaN is an error."""

    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        """Return an object without repeated names."""
        assert len({name for name, _ in found}) == len(found)
        return dict(found)

    def constant(name: str) -> object:
        """Refuse NaN and infinities."""
        raise ValueError(name)

    return json.loads(
        value.decode(),
        object_pairs_hook=pairs,
        parse_constant=constant,
        parse_int=str,
        parse_float=str,
    )


def by_record(records: list[Record], events: list[Expectation]) -> list[tuple[Record, list[Expectation]]]:
    """Return each record with its expectations."""
    found = defaultdict(list)
    for event in events:
        found[event.topic, event.partition, event.offset].append(event)
    assert len(found) == len(records)
    return [(record, found[record[:3]]) for record in records]


def operation(expectation: Expectation) -> str:
    """Return the operation of a row change or TRUNCATE, else the kind."""
    event = expectation.event
    return event.event_kind if event.error_code else event.op or event.event_kind


def test_seeds_differ(day: list[Record]) -> None:
    """Another seed gives another day."""
    assert [record.value for record in shop_day(SEED + 1)] != [record.value for record in day]


def test_what_is_not_broken_is_strict_json(
    day: list[Record],
    log: list[Record],
    day_events: list[Expectation],
    log_events: list[Expectation],
) -> None:
    """Every value that should be read is JSON, with no repeated names, and so are dtle's keys."""
    sound = 0
    for record, events in [*by_record(day, day_events), *by_record(log, log_events)]:
        if record.value is None:
            assert [event.event.event_kind for event in events] == ["tombstone"]
        elif record.topic.endswith(".dts_avro"):
            continue
        elif all(event.event.event_kind != "dead_letter" for event in events):
            assert isinstance(strict_json(record.value), dict)
            sound += 1
    assert sound > 2500


def test_row_numbers_are_complete(log_events: list[Expectation], day_events: list[Expectation]) -> None:
    """The expectations of a record count from 0 to rows_in_record - 1."""
    rows = defaultdict(list)
    for event in [*log_events, *day_events]:
        rows[event.topic, event.partition, event.offset, event.rows_in_record].append(event.row_index)
    assert all(found == list(range(key[3])) for key, found in rows.items())
    assert max(key[3] for key in rows) >= 3


def test_batches_have_an_event_for_every_row(day: list[Record], day_events: list[Expectation]) -> None:
    """In the Canal layouts the events of a message are the elements of its array."""
    batches = 0
    for record, events in by_record(day, day_events):
        if events[0].event.event_kind == "row_change" and b'"mysqlType"' in (record.value or b""):
            message = json.loads(record.value)
            assert len(events) == len(message.get("data") or message["old"])
            batches += len(events) > 1
    assert batches > 10


@pytest.mark.parametrize("code", ALL)
def test_a_day_shows_all_that_a_format_can_say(code: str, day_events: list[Expectation]) -> None:
    """Every kind of message that the format has, and no other."""
    shown = {operation(event) for event in day_events if event.stated().get("source_name") == f"shop_{code}"}
    assert shown - {"dead_letter"} == WRITERS[code].kinds


def test_a_day_shows_every_error(day_events: list[Expectation]) -> None:
    """Also unregistered topics have theirs."""
    shown = {event.event.error_code for event in day_events} - {None}
    assert shown == {*REGISTERED_CODES, *AVRO_CODES, "unrecognised_format"}


def test_a_day_is_in_order(day: list[Record]) -> None:
    """Offsets have no gaps and times never step back within a partition."""
    partitions = defaultdict(list)
    for record in day:
        partitions[record.topic, record.partition].append(record)
    for records in partitions.values():
        assert [record.offset for record in records] == list(range(len(records)))
        assert all(first.ts <= second.ts for first, second in pairwise(records))
    assert all(first.ts <= second.ts for first, second in pairwise(day))
    assert all(DAY_START <= record.ts < DAY_START + 86_400_000 for record in day)


def final_rows(code: str, events: list[Expectation]) -> set[tuple[str | None, ...]]:
    """Apply the expected events of a format in their order.

    Returns:
        What is left: a tuple of table, key values and the value of one more column for every row.
    """
    kept = {
        "customers": "name",
        "products": "title",
        "orders": "status",
        "order_items": "quantity",
    }
    rows: dict[tuple[str | None, ...], dict[str, str | None]] = {}
    for expectation in events:
        event = expectation.event
        table = event.table_name if event.op and isinstance(event.table_name, str) else ""
        if expectation.origin.source_name != f"shop_{code}" or table.lower() not in kept:
            continue

        def place(key: dict[str, str | None], table: str = table) -> tuple[str | None, ...]:
            """Return table and key values, in the order of the key's names."""
            return (table.lower(), *(text for _, text in sorted(key.items())))

        if event.op in ("delete", "update_before"):
            rows.pop(place(event.primary_key))
            continue
        # An incomplete image keeps the other columns of the row, which may have had another key.
        old = rows.pop(place(event.previous_primary_key or event.primary_key), {})
        after = {column.lower(): text for column, text in event.after.items()}
        rows[place(event.primary_key)] = {**old, **after}
    return {(*key, row[kept[key[0]]]) for key, row in rows.items()}


def test_all_formats_tell_the_same_day() -> None:
    """Applied one after another, the expected events end in the same rows in every format."""
    events = shop_day_expectations(SEED, broken=False, unregistered=False)
    left = {code: final_rows(code, events) for code in ALL}
    assert len(left["canal"]) > 25
    for code in ALL:
        assert left[code] == left["canal"], code


def test_values_keep_their_writing(day_events: list[Expectation]) -> None:
    """Trailing zeros, numbers of 20, 38 and over 1,000 digits, empty texts and NULL are there."""
    after = [event.event.after for event in day_events if isinstance(event.event.after, dict)]
    texts = {text for image in after for text in image.values() if text is not None}
    assert {"1.10", "", "null"} <= texts
    assert any(re.fullmatch(r"-?[0-9]{28}\.[0-9]{10}", text) for text in texts)
    assert any(text.isdigit() and 2**63 <= int(text) < 2**64 for text in texts if len(text) < 25)
    assert any(re.fullmatch(r"0\.0{300,}[0-9]{700,}", text) for text in texts)
    assert any(None in image.values() for image in after)
    assert any(re.search("[\u4e00-\u9fff]", text) for text in texts)


def test_decimals_of_dtle_can_be_read_back() -> None:
    """The base64 is the unscaled number, signed, in as few bytes as it takes."""
    prices = {}
    for code in ("dtle", "canal"):
        events = [event.event for event in shop_day_expectations(SEED, [code], unregistered=False)]
        prices[code] = {
            event.primary_key["sku"]: event.after["price"]
            for event in events
            if event.table_name == "products" and event.after and event.after["price"]
        }
    assert prices["dtle"].keys() == prices["canal"].keys()
    for sku, text in prices["dtle"].items():
        unscaled = int.from_bytes(base64.b64decode(text), "big", signed=True)
        assert f"{'-' if unscaled < 0 else ''}{abs(unscaled) // 100}.{abs(unscaled) % 100:02d}" == prices["canal"][sku]


def test_numbers_as_java_and_oms_write_them() -> None:
    """The writings that the vendors' samples show."""
    assert [java_double(value) for value in (12510357.0, 10357.0, 1e-4, -0.0)] == [
        "1.2510357E7",
        "10357.0",
        "1.0E-4",
        "-0.0",
    ]
    assert shortest_float(1.2222000122070312) == 1.2222
    assert len(expanded(9.9999999999999990932e-308)) == 1074
    assert clock(-timedelta(hours=838, milliseconds=500)) == "-838:00:00.5"


@pytest.mark.parametrize("code", [*JSON, "auto"])
def test_broken_messages_are_broken_as_they_say(code: str) -> None:
    """What is no JSON does not parse; of the others each has a dead letter with its code."""
    cases = broken_messages(code, DAY_START)
    for case in cases:
        assert case.error_code in {event.error_code for event in case.message.events}
        if case.error_code in ("invalid_json", "invalid_utf8", "empty_value"):
            with pytest.raises((ValueError, AssertionError)):
                assert strict_json(case.message.value) is not None
        elif case.error_code == "duplicate_column":
            with pytest.raises(AssertionError):
                strict_json(case.message.value)
        else:
            json.loads(case.message.value)
    assert len({case.name for case in cases}) == len(cases)
    if code in ("canal", "drs_json"):
        assert {case.error_code for case in cases} == set(REGISTERED_CODES)
        assert any([event.error_code for event in case.message.events][::2] == [None, None] for case in cases)


def test_registry_rows_match_the_topics(day: list[Record], log: list[Record]) -> None:
    """The first row whose pattern fits a topic names its format; unregistered topics fit none."""
    for prefix, records in (("shop", day), ("random", log), ("bench", list(bench_messages(20)))):
        rows = list(csv.DictReader(io.StringIO(registry_rows(prefix=prefix))))
        assert [int(row["match_order"]) for row in rows] == list(range(1001, 1001 + len(rows)))
        for topic in {record.topic for record in records}:
            formats = {row["format"] for row in rows if re.fullmatch(row["topic_pattern"], topic)}
            assert len(formats) == (0 if topic.endswith(".unregistered") else 1), topic
    keys = {row["table_pattern"]: row["primary_key"] for row in csv.DictReader(io.StringIO(registry_rows(["dts_shareplex"])))}
    assert keys[r"SHOP\.ORDER_ITEMS"] == "ORDER_ID|LINE"
    assert keys[""] == ""


def test_unregistered_messages_are_told_by_structure(day_events: list[Expectation]) -> None:
    """Every format that a message tells by itself is in the topic without a registry row."""
    found = {
        event.origin.source_format
        for event in day_events
        if event.topic == "shop.unregistered" and event.origin.format_basis == "structure"
    }
    assert found == set(RECOGNISED)


def test_random_logs_have_oddities(log: list[Record], log_events: list[Expectation]) -> None:
    """Gaps, repetitions, null values, headers, other timestamps, batches with one broken row."""
    offsets = defaultdict(list)
    for record in log:
        offsets[record.topic, record.partition].append(record.offset)
    assert any(second - first > 1 for found in offsets.values() for first, second in pairwise(found))
    assert all(first < second for found in offsets.values() for first, second in pairwise(found))
    values = [(record.topic, record.key, record.value) for record in log if record.value]
    assert len(set(values)) < len(values)
    assert any(record.value is None for record in log)
    assert any(record.headers for record in log)
    assert {record.tstype for record in log} == {"create", "logappend", "unknown"}
    codes = {event.event.error_code for event in log_events}
    assert len(codes) > 10
    many = [events for _, events in by_record(log, log_events) if len(events) > 1]
    assert any(len({event.event.event_kind for event in events}) == 2 for events in many)
