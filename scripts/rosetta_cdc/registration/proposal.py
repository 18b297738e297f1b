"""Rows that would register topics, and what has to be known to choose among them."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
    """A row of the registry for one topic, or for topics that begin alike.

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
    """Return rows that register topics, those that begin alike and may be of one format together.

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
    made = []
    for group in _groups(topics):
        values: dict[str, str] = {}
        if group.formats:
            values = dict.fromkeys(header, "") | dict(
                match_order=str(next_order),
                cluster_pattern="" if group.cluster == "default" else _escaped(group.cluster),
                topic_pattern=group.pattern,
                format=group.formats[0],
                source_name=source or re.split(r"[.]", group.topics[0].name)[0],
                primary_key="*" if group.lacks_key else "",
            )
            next_order += 1
        hint = "; ".join(filter(None, [_hint(group.topics), KEYLESS if group.lacks_key and values else ""]))
        made.append(Proposal(group.topics, group.formats[0] if group.formats else "", group.formats[1:], hint, values))
    return made


@dataclass
class _Group:
    """Topics that begin alike and have their row in common.

    Attributes:
        cluster: Name of their Kafka cluster.
        prefix: Their names up to the last dot; the whole name of a topic without a dot.
        lacks_table: Whether their messages do not name the table.
        lacks_key: Whether their rows name no key.
        formats: The formats that the messages of all may be of, the likeliest first; empty where there is none.
        topics: The topics, one at least.
        is_open: Whether the row is for every topic that begins alike, also for those to come.
    """

    cluster: str
    prefix: str
    lacks_table: bool
    lacks_key: bool
    formats: list[str]
    topics: list[Topic]
    is_open: bool = False

    @property
    def could_be_open(self) -> bool:
        """Return whether the topics allow a row for all that begin alike: one of a format and with keys, unless a single name says it."""
        return self.prefix.endswith(".") and bool(self.formats) and not self.lacks_key and (self.lacks_table or len(self.topics) > 1)

    @property
    def pattern(self) -> str:
        """Return the topics' names as a Java regular expression."""
        if self.is_open:
            return _escaped(self.prefix) + ("(?<table>[^.]+)" if self.lacks_table else ".*")
        if self.lacks_table:
            shared = self.prefix if self.prefix.endswith(".") else ""
            names = "|".join(_escaped(topic.name.removeprefix(shared)) for topic in self.topics)
            return f"{_escaped(shared)}(?<table>{names})"
        names = "|".join(_escaped(topic.name) for topic in self.topics)
        return f"(?:{names})" if len(self.topics) > 1 else names


def _groups(topics: list[Topic]) -> list[_Group]:
    """Return topics by the row that they have in common, in the order in which rows have to match.

    One tool writes topics that begin alike, as long as their messages allow it: what one topic does not tell, the others do.
    """
    groups: list[_Group] = []
    alike: dict[tuple[str, str, bool, bool], list[_Group]] = defaultdict(list)
    without_key = _without_key(topics)
    # Those whose messages tell most come first.
    for formats, topic in sorted(((_candidates(topic), topic) for topic in topics), key=lambda pair: len(pair[0])):
        start, dot, _ = topic.name.rpartition(".")
        like = (topic.cluster, start + dot or topic.name, topic.lacks_table, (topic.cluster, topic.name) in without_key)
        for group in alike[like]:
            shared = [code for code in group.formats if code in formats]
            if shared or formats == group.formats:
                group.topics.append(topic)
                group.formats = shared
                break
        else:
            groups.append(_Group(*like, list(formats), [topic]))
            alike[like].append(groups[-1])
    for group in groups:
        group.topics.sort(key=lambda topic: topic.name)
        group.is_open = _may_be_open(group, groups)

    def place(group: _Group) -> tuple[Any, ...]:
        # The first row that matches a topic has to be its own: rows for every cluster come last, names before what begins alike, and there
        # the longest first.
        within = -len(group.prefix) if group.is_open else not group.lacks_key
        return group.cluster == "default", group.is_open, within, group.cluster, group.topics[0].name

    return sorted(groups, key=place)


def _may_be_open(group: _Group, groups: list[_Group]) -> bool:
    """Return whether a group's row may be for all topics that begin alike: the largest group's, if no unknown message would match it.

    Args:
        group: The group.
        groups: All groups.
    """
    if not group.could_be_open:
        return False
    covered = [other for other in groups if group.cluster in ("default", other.cluster) and other.prefix.startswith(group.prefix)]
    if any(topic.looks or topic.schema_ids for other in covered if not other.formats for topic in other.topics):
        return False
    alike = [other for other in covered if (other.cluster, other.prefix) == (group.cluster, group.prefix) and other.could_be_open]
    return group is max(alike, key=lambda other: len(other.topics))


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
