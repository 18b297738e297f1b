"""Where messages go: topics, partitions, offsets, and what the topic registry must say of them."""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Sequence

from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_shop.formats import ALL
from rosetta_shop.formats.base import Message
from rosetta_shop.tables import BENCH, TABLES

# Formats with a topic for every table; the others have one topic for all, dtle has its own names.
TOPIC_PER_TABLE = ("dataworks_v1", "drs_json_c", "oms_canal", "dts_canal")

# The tables without a key, and the formats in which the registry does not say so:
# their messages have a surrogate, or only the registry names keys.
KEYLESS = r"shop\.audit_log|archive\.(?:ARCHIVE\.)?audit_log"
WITHOUT_KEYLESS = ("dataworks_v1", "dts_avro", "ogg", "ogg_avro")

COLUMNS = tuple(name for name in TOPIC_COLUMNS if name != "target_table")


def topic_of(prefix: str, code: str, message: Message) -> str:
    """Return the topic that a message of a format goes to."""
    if code == "debezium":
        return {"ddl": f"{prefix}.debezium", "mark": f"__debezium-heartbeat.{prefix}.debezium"}.get(
            message.route
        ) or f"{prefix}.debezium.{message.table.database}.{message.table.name}"
    if code == "dtle":
        if message.route == "ddl":
            return f"schema-changes.{prefix}.dtle"
        return f"{prefix}.dtle.{message.table.database}.{message.table.name}"
    if code not in TOPIC_PER_TABLE:
        return f"{prefix}.{code}"
    if message.route == "row" or (message.route == "ddl" and code != "drs_json_c"):
        return f"{prefix}.{code}.{message.table.name}"
    return f"{prefix}.{code}.{message.route}"


def partition_of(code: str, message: Message) -> int:
    """Return the partition, by the hash of what the message is spread by.

    Two for a table's topic, else three.
    """
    if message.partition_by is None:
        return 0
    partitions = 2 if code in TOPIC_PER_TABLE or code in ("dtle", "debezium") else 3
    return zlib.crc32(message.partition_by.encode()) % partitions


class Offsets:
    """Gives every record of a partition the next offset."""

    def __init__(self) -> None:
        """Start with empty topics."""
        self.next: dict[tuple[str, int], int] = {}

    def take(self, topic: str, partition: int, skip: int = 0) -> int:
        """Return the next offset of a partition.

        `skip` offsets before it stay unused, as after a rollback.
        """
        offset = self.next.get((topic, partition), 0) + skip
        self.next[topic, partition] = offset + 1
        return offset


def topic_pattern(prefix: str, code: str) -> str:
    """Return the regular expression of all topics of a format."""
    if code in ("debezium", "debezium_avro"):
        return rf"(?:__debezium-heartbeat\.)?{re.escape(prefix)}\.{code}(?:\..*)?"
    if code == "dtle":
        return rf"(?:schema-changes\.)?{re.escape(prefix)}\.dtle(?:\..*)?"
    return rf"{re.escape(prefix)}\.{code}(?:\..*)?"


def registry_rows(formats: Sequence[str] = ALL, prefix: str = "shop", first: int = 1001) -> str:
    """Return the topic registry's rows for the topics of `shop_day`, `random_log` or
    `bench_messages` as CSV.

    Args:
        formats: codes of the formats.
        prefix: `shop`, `random` or `bench`: what the topics' names begin with.
        first: `match_order` of the first row.

    Returns:
        A header line and the rows. SharePlex has a row for every table with a key, which its
        messages do not tell; other formats have one for the tables without a key.
    """
    text = io.StringIO()
    rows = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    rows.writeheader()
    order = first
    for code in formats:
        common = {
            "topic_pattern": topic_pattern(prefix, code),
            "format": code,
            "source_name": f"{prefix}_{code}",
            "source_time_zone": {"oms_shareplex": "Asia/Shanghai", "ogg": "UTC", "ogg_avro": "UTC"}.get(code, ""),
            "description": f"generated traffic of the shop, {code}",
        }
        keys = [("", "")]
        if code in ("oms_shareplex", "dts_shareplex", "aws_dms"):
            tables = (BENCH,) if prefix == "bench" else TABLES
            keys = [
                (re.escape(f"{table.database}.{table.name}"), "|".join(table.key))
                for table in tables
                if table.key
            ]
            if code == "dts_shareplex":
                keys = [(pattern.upper(), names.upper()) for pattern, names in keys]
            keys.append(("", ""))
        elif prefix != "bench" and code not in WITHOUT_KEYLESS:
            keys.insert(0, (KEYLESS, "*"))
        for pattern, names in keys:
            rows.writerow(
                {"match_order": order, "table_pattern": pattern, "primary_key": names, **common}
            )
            order += 1
    return text.getvalue()
