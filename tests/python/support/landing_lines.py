"""Lines as kcat writes them, and what landed, for the tests of the landing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

ALL_BYTES = bytes(range(256))


def line(offset: int = 0, payload: object = "value", **fields: object) -> bytes:
    """Return a line with the fields that every record has, and others as given."""
    record: dict[str, Any] = {"topic": "shop.orders", "partition": 0, "offset": offset}
    record |= {"tstype": "create", "ts": 1_700_000_000_000, "key": "k", "payload": payload}
    return json.dumps(record | fields).encode()


def kcat_text(content: bytes) -> bytes:
    """Return bytes as a JSON text the way kcat writes it: as they are, controls escaped."""
    escaped = bytearray(b'"')
    for byte in content:
        if byte in b'"\\':
            escaped += bytes([0x5C, byte])
        elif byte < 0x20:
            escaped += f"\\u{byte:04X}".encode()
        else:
            escaped.append(byte)
    return bytes(escaped + b'"')


def kcat_line(
    offset: int,
    key: bytes | None,
    value: bytes | None,
    headers: list[tuple[str, bytes | None]] | None = None,
    *,
    topic: str = "shop.orders",
    partition: int = 0,
    ts: int = 1_700_000_000_000,
) -> bytes:
    """Return a record as kcat writes it."""

    def text(content: bytes | None) -> bytes:
        return b"null" if content is None else kcat_text(content)

    flat = [part for name, content in headers or [] for part in (kcat_text(name.encode()), text(content))]
    listed = b'"headers":[' + b",".join(flat) + b"]," if headers else b""
    start = f'"partition":{partition},"offset":{offset},"tstype":"create","ts":{ts},'.encode()
    return b'{"topic":%s,%s%s"key":%s,"payload":%s}' % (
        kcat_text(topic.encode()),
        start,
        listed,
        text(key),
        text(value),
    )


def write(path: Path, *lines: bytes, end: bytes = b"\n") -> Path:
    """Write lines to a file and return it."""
    path.write_bytes(b"".join(content + end for content in lines))
    return path


def read(spark: SparkSession, home: Path, table: str) -> list[Row]:
    """Return the rows of a raw table in the order of landing."""
    order = {
        "kafka_messages": [
            "kafka_cluster",
            "kafka_topic",
            "kafka_topic_incarnation",
            "kafka_offset",
        ],
        "rejected_lines": ["file", "line_number"],
        "kafka_topics": ["kafka_cluster", "kafka_topic", "kafka_topic_incarnation"],
        "kafka_offset_ranges": ["kafka_cluster", "kafka_topic", "kafka_topic_incarnation", "kafka_partition", "until_offset"],
    }
    return spark.read.format("delta").load(str(home / "raw" / table)).orderBy(*order[table]).collect()


def values(spark: SparkSession, home: Path) -> dict[int, bytes | None]:
    """Return the values that landed, by offset."""
    rows = read(spark, home, "kafka_messages")
    found = {row.kafka_offset: row.kafka_value and bytes(row.kafka_value) for row in rows}
    assert len(found) == len(rows)
    return found


def commits(spark: SparkSession, home: Path, table: str) -> list[str]:
    """Return the landing ids by which the commits that added rows are named, the oldest first."""
    history = spark.sql(f"describe history delta.`{home / 'raw' / table}`").collect()
    return [row.userMetadata.split(" ")[0] for row in reversed(history) if row.operation == "WRITE"]
