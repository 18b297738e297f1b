"""Damaged messages in every format: no run fails, none is missing, siblings in a batch are unharmed."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from atlas import Atlas, Page

from rosetta_cdc.landing.kcat import Record
from rosetta_shop.traffic import JSON, bench_messages, registry_rows

SEED = 11


def flip_bytes(rng: random.Random, value: bytes) -> bytes:
    """Change some bytes to any others, so that the text is often no UTF-8."""
    damaged = bytearray(value)
    for _ in range(rng.randint(1, 4)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    return bytes(damaged)


def cut(rng: random.Random, value: bytes) -> bytes:
    """Cut the end or the beginning off."""
    at = rng.randrange(len(value))
    return value[:at] if rng.random() < 0.7 else value[at:]


def insert_text(rng: random.Random, value: bytes) -> bytes:
    """Put something disturbing anywhere."""
    at = rng.randrange(len(value) + 1)
    things = (
        b"\x00", b"\x01", b"\xff\xfe", b"\\ud800", b'"', b"{", b"}", b"]", b",", b"null", b"1.10", b"-0", b"1e999", b"9" * 100_000,
        b"[" * 500 + b"]" * 500, b'{"a":' * 400 + b"1" + b"}" * 400, b'"a":1,"a":2,', b"NaN", b"'", b"\xef\xbb\xbf", b'],"elements":[{',
    )  # fmt: skip
    return value[:at] + rng.choice(things) + value[at:]


def paths(node: object, path: tuple = ()) -> Iterator[tuple]:
    """Yield the path of every node below a JSON document."""
    if isinstance(node, dict | list):
        for key, child in list(node.items() if isinstance(node, dict) else enumerate(node)):
            yield (*path, key)
            yield from paths(child, (*path, key))


def wrong_type(rng: random.Random, value: bytes) -> bytes:
    """Give one field another JSON type, take it away, or name it twice."""
    try:
        document = json.loads(value)
    except ValueError:
        return value
    where = list(paths(document))
    if not where:
        return value
    *parents, last = rng.choice(where)
    node = document
    for key in parents:
        node = node[key]
    replacements = (None, True, 0, -1, 1.5, "", "x", "null", [], {}, [1, "a", None, {}], {"a": {"b": [1]}}, "2021-13-45", 10**40, [[]])
    if rng.random() < 0.2:
        node.pop(last)
    else:
        node[last] = rng.choice(replacements)
    text = json.dumps(document, ensure_ascii=False)
    if isinstance(last, str) and rng.random() < 0.2:
        text = text.replace("{", '{"' + last.replace("\\", "\\\\").replace('"', '\\"') + '":{"twice":1},', 1)
    return text.encode("utf-8", "surrogatepass")


def repeat_name(rng: random.Random, value: bytes) -> bytes:
    """Write the first name of some object twice."""
    first = list(re.finditer(rb'\{("[^"\\]+":)', value))
    if not first:
        return value
    found = rng.choice(first)
    return value[: found.start(1)] + found[1] + b"1," + value[found.start(1) :]


def huge(rng: random.Random, value: bytes) -> bytes:
    """Make a text of 10 MB of one of the values."""
    return value.replace(b'":"', b'":"' + bytes(rng.choice(b"ab\\u")) + b"x" * 10_000_000, 1)


# What is wrong with a message's header is wrong with all of its rows.
HEADER_ERRORS = {"invalid_field", "format_mismatch", "missing_field", "unknown_operation"}

DAMAGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (flip_bytes, cut, insert_text, wrong_type, wrong_type, repeat_name)


def damaged_log(count: int) -> Iterator[Record]:
    """Yield damaged messages, and a huge one now and then."""
    rng = random.Random(SEED)
    for number, record in enumerate(bench_messages(count, JSON, SEED, size=700)):
        value = record.value
        for _ in range(rng.randint(1, 2)):
            value = rng.choice(DAMAGES)(rng, value) if value else value
        if number % 7000 == 3500:
            value = huge(rng, record.value)
        yield record._replace(value=value)


def read(value: bytes | None) -> Any:
    """Return a message as Python reads it; numbers may have any number of digits.

    Raises:
        ValueError: It is no JSON.
    """
    return json.loads(value or b"", strict=False, parse_int=str)


def page_of(count: int) -> Page:
    """Return the page of so many damaged messages."""
    return Page(f"damaged_{count}", registry_rows(JSON, "bench"), [list(damaged_log(count))])


SOME = page_of(4_000)


@pytest.mark.parametrize("count", [4_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_no_run_fails_and_no_message_is_missing(atlas: Atlas, count: int) -> None:
    """Every damaged message has its rows, numbered and whole; what is no dead letter was readable JSON."""
    print(f"seed {SEED}")
    page = SOME if count == 4_000 else page_of(count)
    values = {(record.topic, record.partition, record.offset): record.value for record in page.portions[0]}
    events = defaultdict(list)
    for event in atlas.of(page).events:
        events[event["kafka_topic"], event["kafka_partition"], event["kafka_offset"]].append(event)
    assert events.keys() == values.keys() and len(values) == count
    found = Counter(event["error_code"] for rows in events.values() for event in rows)
    print(found)
    expected = {"invalid_json", "invalid_utf8", "wrong_type", "duplicate_column", "format_mismatch", "invalid_field", "not_a_json_object"}
    assert expected <= set(found), expected - set(found)
    assert None in found
    broken = 0
    for place, rows in events.items():
        # Not one event was made of a value that Python calls no JSON.
        if any(event["event_kind"] != "dead_letter" for event in rows):
            read(values[place])
        # Siblings: of a batch exactly the elements that are no objects are broken rows.
        if "row_not_an_object" not in {event["error_code"] for event in rows}:
            continue
        message = read(values[place])
        for event in rows:
            broken += 1
            images = (message.get("data"), message.get("old"))
            parts = [sent[event["row_index"]] for sent in images if sent and event["row_index"] < len(sent)]
            whole = all(isinstance(part, dict) for part in parts)
            assert whole == (event["error_code"] != "row_not_an_object") or event["error_code"] in HEADER_ERRORS, event["event_id"]
    assert broken > count / 400
