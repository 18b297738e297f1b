"""A chunk: the lines that one Delta commit lands, and the Arrow tables made of them."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa

from rosetta_cdc.landing.lines import Line
from rosetta_cdc.landing.record import LINE_TOO_LONG, OFFSET_REUSED, Record, Rejection, parse_line

RECORD_SCHEMA = pa.schema(
    [
        ("row", pa.int32()),
        ("kafka_cluster", pa.string()),
        ("kafka_topic", pa.string()),
        ("kafka_topic_incarnation", pa.int32()),
        ("kafka_partition", pa.int32()),
        ("kafka_offset", pa.int64()),
        ("kafka_timestamp", pa.timestamp("us", "UTC")),
        ("kafka_timestamp_type", pa.string()),
        ("kafka_key", pa.binary()),
        ("kafka_value", pa.binary()),
        ("kafka_headers", pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())]))),
        ("format", pa.string()),
        ("landing_id", pa.string()),
        ("landed_at", pa.timestamp("us", "UTC")),
        ("landed_date", pa.date32()),
    ]
)
REJECTED_SCHEMA = pa.schema(
    [
        ("row", pa.int32()),
        ("file", pa.string()),
        ("line_number", pa.int64()),
        ("line_text", pa.string()),
        ("line_bytes", pa.binary()),
        ("reason", pa.string()),
        ("detail", pa.string()),
        ("landing_id", pa.string()),
        ("landed_at", pa.timestamp("us", "UTC")),
        ("landed_date", pa.date32()),
    ]
)


class Stamp(NamedTuple):
    """What all rows of a commit share."""

    cluster: str
    incarnation: int
    landing_id: str
    landed_at: datetime.datetime

    @property
    def values(self) -> dict[str, object]:
        """Return the columns of the stamp that every table has."""
        return {
            "landing_id": self.landing_id,
            "landed_at": self.landed_at,
            "landed_date": self.landed_at.date(),
        }


class Rejected(NamedTuple):
    """A line that does not become a record."""

    file: str
    line_number: int
    line: bytes
    reason: str
    detail: str


class Chunk:
    """Records and rejected lines in the order of the files."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.rejected: list[Rejected] = []
        self.lines = 0
        self.bytes = 0
        self.blank = 0
        self._places: list[tuple[str, int, bytes]] = []
        self._first: dict[tuple[str, int, int], int] = {}
        self._copies: dict[int, int] = {}

    def add(self, file: str, lines: list[Line]) -> None:
        """Parse lines of a file and take what they hold."""
        self.lines += len(lines)
        for number, text, length in lines:
            self.bytes += len(text)
            if length != len(text):
                detail = f"{length} bytes; the first {len(text)} are kept"
                self.rejected.append(Rejected(file, number, text, LINE_TOO_LONG, detail))
                continue
            if not text.strip():
                self.blank += 1
                continue
            try:
                record = parse_line(text)
            except Rejection as rejection:
                self.rejected.append(Rejected(file, number, text, rejection.reason, rejection.detail))
                continue
            row = len(self.records)
            first = self._first.setdefault(record[:3], row)
            if first != row:
                self._copies[row] = first
            self.records.append(record)
            self._places.append((file, number, text))

    def ranges(self, rows: list[int] | None = None) -> dict[tuple[str, int], tuple[int, int]]:
        """Return the least and greatest offset of each topic and partition, of all rows or some."""
        found: dict[tuple[str, int], tuple[int, int]] = {}
        identities = self._first if rows is None else (self.records[row][:3] for row in rows)
        for topic, partition, offset in identities:
            place = (topic, partition)
            low, high = found.get(place, (offset, offset))
            found[place] = (min(low, offset), max(high, offset))
        return found

    def settle(self, differences: dict[int, str]) -> tuple[list[int], int, list[Rejected]]:
        """Decide which records are new.

        The first record of an identity wins: the one in raw, else the first of the chunk.

        Args:
            differences: For each row whose identity is in raw, the parts that differ, as text;
                empty if none do.

        Returns:
            The rows to land, the number of repeated records, and the lines with other bytes under a
            known identity.
        """
        rows: list[int] = []
        repeated = 0
        reused: list[Rejected] = []
        for row, record in enumerate(self.records):
            difference = differences.get(row)
            if difference is not None:
                before = "the record that landed before"
            elif row in self._copies:
                first = self._copies[row]
                difference = differing_parts(self.records[first], record)
                file, number, _ = self._places[first]
                before = f"line {number}" if file == self._places[row][0] else f"line {number} of {file}"
            else:
                rows.append(row)
                continue
            if difference:
                detail = f"differs from {before} in {difference}"
                reused.append(Rejected(*self._places[row], OFFSET_REUSED, detail))
            else:
                repeated += 1
        return rows, repeated, reused

    def table(self, stamp: Stamp, format_of: Callable[[str], str]) -> pa.Table:
        """Return all records as rows of `raw.kafka_messages`, each with its number in the chunk."""
        count = len(self.records)
        topics, partitions, offsets, times, types, keys, values, headers = zip(*self.records, strict=True)
        formats = {topic: format_of(topic) for topic in dict.fromkeys(topics)}
        columns = {
            "row": range(count),
            "kafka_topic": topics,
            "kafka_partition": partitions,
            "kafka_offset": offsets,
            "kafka_timestamp": pa.array(times, pa.timestamp("ms", "UTC")),
            "kafka_timestamp_type": types,
            "kafka_key": keys,
            "kafka_value": values,
            "kafka_headers": headers,
            "format": [formats[topic] for topic in topics],
        }
        shared = {
            "kafka_cluster": stamp.cluster,
            "kafka_topic_incarnation": stamp.incarnation,
            **stamp.values,
        }
        return to_table(RECORD_SCHEMA, columns, shared, count)


def rejected_table(rejected: list[Rejected], stamp: Stamp) -> pa.Table:
    """Return lines as rows of `raw.rejected_lines`, with their number in the list."""
    files, numbers, lines, reasons, details = zip(*rejected, strict=True)
    columns = {
        "row": range(len(rejected)),
        "file": files,
        "line_number": numbers,
        "line_text": [line.decode("utf-8", "backslashreplace") for line in lines],
        "line_bytes": lines,
        "reason": reasons,
        "detail": details,
    }
    return to_table(REJECTED_SCHEMA, columns, stamp.values, len(rejected))


def to_table(schema: pa.Schema, columns: dict, shared: dict, count: int) -> pa.Table:
    """Return a table of `count` rows: `columns` hold a value for each row, `shared` one for all."""
    arrays = []
    for field in schema:
        if field.name in shared:
            arrays.append(pa.repeat(pa.scalar(shared[field.name], field.type), count))
        elif isinstance(columns[field.name], pa.Array):
            arrays.append(columns[field.name].cast(field.type))
        else:
            arrays.append(pa.array(columns[field.name], field.type))
    return pa.Table.from_arrays(arrays, schema=schema)


def differing_parts(one: Record, other: Record) -> str:
    """Return the names of the parts in which two records of one identity differ."""
    pairs = {
        "key": (one.key, other.key),
        "value": (one.value, other.value),
        "headers": (one.headers, other.headers),
        "timestamp": (one.timestamp, other.timestamp),
    }
    return ", ".join(name for name, (left, right) in pairs.items() if left != right)
