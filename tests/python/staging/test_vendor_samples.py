"""The vendors' own 38 sample messages against rows written by hand from their documents."""

from __future__ import annotations

from typing import Any

import yaml
from atlas import Atlas, Page
from comparison import plain

from rosetta_cdc.landing.kcat import Record, record_of
from rosetta_cdc.paths import PROJECT

FIXTURES = PROJECT / "tests" / "fixtures" / "vendor_samples"


def expected_rows() -> list[tuple[str, dict[str, Any]]]:
    """Return (file name, row) of every expected row."""
    return [
        (path.stem, row)
        for path in sorted((FIXTURES / "expected").glob("*.yml"))
        for row in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def wrapped(topic: str, before: bytes, after: bytes = b"") -> list[Record]:
    """Return the samples, in JSON, with what a serializer of a schema registry writes before and behind key and value."""
    records = []
    for record in RECORDS:
        parts = (record.key, record.value)
        key, value = (before + part + after if part is not None and part.lstrip().startswith(b"{") else part for part in parts)
        records.append(record._replace(topic=f"{topic}.{record.topic}", key=key, value=value))
    return records


RECORDS = [record_of(line) for line in (FIXTURES / "records.jsonl").read_text(encoding="utf-8").splitlines()]
WRAPPERS = {"four": (b"\0\0\0\0\xff",), "eight": (b"\0" + bytes(7) + b"\xff",), "object": (b'{"schemaId":7,"payload":', b"}")}
# The expected rows name the cluster.
REGISTERED = Page("default", (FIXTURES / "topics.csv").read_text(encoding="utf-8"), [RECORDS])
UNREGISTERED = Page("samples", "", [[*RECORDS, *(record for name, wrapper in WRAPPERS.items() for record in wrapped(name, *wrapper))]])


def test_every_field_of_every_sample(atlas: Atlas) -> None:
    """Every column of every row, to the last digit; error_detail is for people and not compared."""
    found = {row["event_id"]: row for row in atlas.of(REGISTERED).events}
    expected = expected_rows()
    assert set(found) == {row["event_id"] for _, row in expected}
    columns = set(found[expected[0][1]["event_id"]]) - {"landing_id", "landed_at", "landed_date", "registry_digest"}
    differences = [
        f"{name}: {column} is {plain(found[row['event_id']].get(column))!r}, expected {row.get(column)!r}"
        for name, row in expected
        for column in columns | set(row)
        if column != "error_detail" and plain(found[row["event_id"]].get(column)) != plain(row.get(column))
    ]
    assert not differences, "\n".join(differences)


def test_samples_of_unregistered_topics(atlas: Atlas) -> None:
    """By structure alone every sample is read as the format it has, or becomes a dead letter that says why it cannot be told.

    Whether bytes of a schema registry stand around it or not.
    """
    events = atlas.of(UNREGISTERED).events
    own = {"event_id", "kafka_topic", "landing_id", "landed_at", "landed_date", "source_name", "table_id", "pair_id"}
    plain_events = {row["event_id"].removeprefix("samples/"): row for row in events if row["kafka_topic"].startswith("samples.")}
    for row in events:
        name, _, event_id = row["event_id"].removeprefix("samples/").partition(".")
        if name in WRAPPERS:
            differing = {column for column in row if column not in own and row[column] != plain_events[event_id][column]}
            assert not differing, (row["event_id"], differing)
    assert len(events) == 4 * len(plain_events)
    events = list(plain_events.values())
    formats = {
        (row["kafka_topic"].removeprefix("samples."), row["kafka_offset"]): (row["source_format"], row["error_code"]) for row in events
    }
    assert all(row["format_basis"] == "structure" for row in events)
    # A DRS or DTS message in Canal's layout cannot be told from open-source Canal; a key and a bare template are no messages.
    canal = {"drs_json", "dts_canal", "dts_canal_legacy"}
    for (topic, offset), (source_format, error_code) in formats.items():
        if (topic, offset) == ("dtle", 0):
            assert (source_format, error_code) == ("auto", "unrecognised_format")
        elif source_format == "auto":
            assert error_code == "unrecognised_format", (topic, offset, error_code)
        else:
            assert source_format == ("canal" if topic in canal else topic), (topic, offset)
    assert sum(source_format == "auto" for source_format, _ in formats.values()) <= 3
