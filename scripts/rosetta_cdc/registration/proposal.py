"""Rows that would register topics, and what has to be known to choose among them."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rosetta_cdc.registry import OPTIONAL_COLUMNS, TOPIC_COLUMNS, avro_seed_name, header_of, read_rows, seed_file

if TYPE_CHECKING:
    from pathlib import Path

    from rosetta_cdc.registration.unregistered import Topic

# Formats of records in a registered Avro schema, by the fields that the schema has (column layout of cdc_avro_schemas).
OF_LAYOUT = {"debezium": "debezium_avro", "row": "debezium_flat_avro", "drs": "drs_avro", "dts": "dts_avro", "ogg": "ogg_avro"}
# What the macro `looks_like` says of messages that are of no format, and what to do.
UNKNOWN = {
    "not_json": "not JSON: choose a binary format, or look at what the topic holds",
    "schema_registry_bytes": "Avro or Protobuf behind a schema's id: register_avro, then debezium_avro or the like; Protobuf is not read",
    "shareplex": "SharePlex of an unknown vendor: dts_shareplex or oms_shareplex",
    "dts_avro_json": "a DTS Avro record turned into JSON: land the bytes that DTS sends, as dts_avro",
    "connect_key": "keys of Kafka Connect in the place of values: look at how the topic is exported",
    "unknown": "no known structure: debezium_flat without __op, or a format of your own",
}


# What to know of messages that are a row and an operation, as Flink SQL writes them.
UNNAMED = "messages without a table: it is the last part of the topic's name here; add a group database or schema, and the key columns"
# What to know of messages whose rows name no key.
KEYLESS = "no row names a key: * in primary_key says that the table has none; name the key columns if it has"


@dataclass(frozen=True)
class Proposal:
    """A row of the registry for one topic, or for topics that differ in their last part alone.

    Attributes:
        topics: The topics.
        format: The likeliest format, blank where a person has to choose.
        others: Further formats that the messages may be of.
        hint: What to know or to do; blank if nothing.
        values: The row by column, in the registry's order; empty without a format.
    """

    topics: list[Topic]
    format: str
    others: list[str]
    hint: str
    values: dict[str, str]

    @property
    def line(self) -> str:
        """Return the row as a line of the registry."""
        return csv_line(list(self.values.values()))


def csv_line(cells: list[str]) -> str:
    """Return cells as a line of CSV, without its end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def proposals(topics: list[Topic], path: Path, source: str | None = None) -> list[Proposal]:
    """Return rows that register topics, those of one prefix and format together.

    Args:
        topics: What `look_at` has looked at.
        path: The registry, whose numbers are taken.
        source: The source_name; by default the first part of a topic's name.

    Raises:
        RegistryError: The registry cannot be read.
    """
    header = header_of(path, TOPIC_COLUMNS, OPTIONAL_COLUMNS)
    taken = [int(row["match_order"]) for _, row in read_rows(path, TOPIC_COLUMNS, OPTIONAL_COLUMNS) if row["match_order"].isdigit()]
    next_order = max(taken, default=0) + 1
    grouped: dict[tuple[str, str, bool, bool, tuple[str, ...]], list[Topic]] = defaultdict(list)
    without_key = _without_key(topics)
    for topic in topics:
        prefix, dot, _ = topic.name.rpartition(".")
        lacks_key = (topic.cluster, topic.name) in without_key
        grouped[topic.cluster, prefix + dot or topic.name, topic.lacks_table, lacks_key, tuple(_candidates(topic))].append(topic)
    made = []
    # Rows of tables without a key name their topics, and come before the row of all others that begin alike.
    for (cluster, prefix, lacks_table, lacks_key, candidates), of_group in sorted(grouped.items(), key=lambda group: not group[0][3]):
        names = [topic.name for topic in of_group]
        if lacks_table:
            pattern = f"{_escaped(prefix) if prefix.endswith('.') else ''}(?<table>[^.]+)"
        elif lacks_key and len(names) > 1:
            pattern = f"(?:{'|'.join(map(_escaped, names))})"
        else:
            pattern = f"{_escaped(prefix)}.*" if len(names) > 1 else _escaped(names[0])
        values: dict[str, str] = {}
        if candidates:
            values = dict.fromkeys(header, "") | dict(
                match_order=str(next_order),
                cluster_pattern="" if cluster == "default" else _escaped(cluster),
                topic_pattern=pattern,
                format=candidates[0],
                source_name=source or re.split(r"[.]", names[0])[0],
                primary_key="*" if lacks_key else "",
            )
            next_order += 1
        hint = "; ".join(filter(None, [_hint(of_group), KEYLESS if lacks_key and values else ""]))
        made.append(Proposal(of_group, candidates[0] if candidates else "", list(candidates[1:]), hint, values))
    return made


def _without_key(topics: list[Topic]) -> set[tuple[str, str]]:
    """Return clusters and names of the topics whose rows name no key, as those of tables without one.

    That a record has no Kafka key tells so only where records of the same cluster have landed with theirs.
    """
    landed_with_keys = {topic.cluster for topic in topics if topic.names_key["key"]}
    return {
        (topic.cluster, topic.name)
        for topic in topics
        if not topic.names_key["key"]
        and (topic.names_key["none"] or (topic.names_key["no_kafka_key"] and topic.cluster in landed_with_keys))
    }


def _candidates(topic: Topic) -> list[str]:
    return topic.formats or _formats_of_schemas(topic)


def _formats_of_schemas(topic: Topic) -> list[str]:
    """Return the formats that the registered Avro schemas of a topic's records have."""
    path = seed_file(avro_seed_name())
    columns = ("kafka_cluster", "applies_to", "name", "layout", "schema", "connect_columns")
    ids = set(map(str, topic.schema_ids))
    found = [
        OF_LAYOUT[row["layout"]]
        for _, row in read_rows(path, columns)
        if row["layout"] in OF_LAYOUT
        and row["kafka_cluster"] in ("", topic.cluster)
        and ((row["applies_to"] == "schema_id" and row["name"] in ids) or (row["applies_to"] == "topic" and row["name"] == topic.name))
    ]
    return list(dict.fromkeys(found))[:1]


def _hint(topics: list[Topic]) -> str:
    topic = topics[0]
    if not topic.formats and topic.schema_ids:
        ids = ", ".join(map(str, sorted(topic.schema_ids)[:5]))
        return f"Avro in the schema {ids}: register its schema (scripts/register_avro) and choose an Avro format"
    if not topic.looks:
        return "no record with a value that tells its format"
    if topic.formats:
        return UNNAMED if topic.lacks_table else ""
    return UNKNOWN.get(next(iter(topic.looks)), "")


def _escaped(name: str) -> str:
    """Return a name as a Java regular expression that matches it alone."""
    return re.sub(r"([\\^$.|?*+()\[\]{}])", r"\\\1", name)
