"""Which topics have landed without a row of the registry, and what their newest messages look like."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rosetta_cdc.formats import declared_formats
from rosetta_cdc.paths import raw_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import DataFrame, SparkSession

    from rosetta_cdc.registry import Registry, Rule

# Newest records of a partition that are looked at.
SAMPLED = 100
# What a record without a JSON message is called by the macro `recognise_structure`; it says nothing of the format.
EMPTY = ("tombstone", "null_value")
# What the macro `looks_like` says behind the format of messages that do not name their table.
WITHOUT_TABLE = " without table"

# Whether an inserted or loaded row names a key, as that of a table with a key does in these layouts: `key`, `none`, or `no_kafka_key`
# (a table without a key has none, and so has a record that was landed without its key); null for all other messages.
# Columns: key and envelope, texts without Kafka Connect's schema. (Canal, FlatMessage: pkNames; Debezium and dtle: the Kafka key; Maxwell:
# _uuid in the key of such a table.)
NAMES_KEY = """
    case
        when get_json_object(envelope, '$.type') = 'INSERT' and get_json_object(envelope, '$.es') is not null
            then if(coalesce(get_json_object(envelope, '$.pkNames'), '[]') <> '[]', 'key', 'none')
        when get_json_object(envelope, '$.op') in ('c', 'r') and get_json_object(envelope, '$.source.table') is not null then case
            when get_json_object(envelope, '$.source.pkNames') is not null then 'key'
            when key is null then 'no_kafka_key'
            else if(key = '{}', 'none', 'key')
        end
        when get_json_object(envelope, '$.type') in ('insert', 'bootstrap-insert') and get_json_object(envelope, '$.table') is not null
            then case
                when get_json_object(key, '$._uuid') is not null then 'none'
                when contains(key, '"pk.') or get_json_object(envelope, '$.primary_key_columns[0]') is not null then 'key'
            end
    end
"""


@dataclass
class Topic:
    """A topic that no row of the registry matches.

    Attributes:
        cluster: Name of its Kafka cluster.
        name: Its own.
        records: Records that have landed.
        near: The row that it misses by upper and lower case alone, if there is one.
        looks: What the sampled records look like, by the text of the macro `looks_like`, with their numbers.
        schema_ids: Ids behind a zero byte, as Avro converters write them, with their numbers.
        names_key: What NAMES_KEY says of the sampled records, with their numbers.
    """

    cluster: str
    name: str
    records: int = 0
    near: Rule | None = None
    looks: Counter[str] = field(default_factory=Counter)
    schema_ids: Counter[int] = field(default_factory=Counter)
    names_key: Counter[str] = field(default_factory=Counter)

    @property
    def formats(self) -> list[str]:
        """Return the formats that the recognised messages may be of, the likeliest first; empty where there is none.

        A few messages that contradict all others do not count: they may be damaged, or of a test.
        """
        found: list[str] = []
        known = declared_formats()
        for look, _ in self.looks.most_common():
            codes = [code for code in look.removesuffix(WITHOUT_TABLE).split(" or ") if code in known]
            # A message without row has no column types: those of the same topic have.
            if "oms_default_extend" in codes and found == ["oms_default"]:
                found = codes
            found = [code for code in found if code in codes] or found or codes
        return found

    @property
    def lacks_table(self) -> bool:
        """Whether messages do not name their table, which the topic's name must do then."""
        return any(look.endswith(WITHOUT_TABLE) for look in self.looks)

    @property
    def contradicting(self) -> int:
        """Return the number of sampled records that are surely not of `formats`."""
        formats = set(self.formats)
        return sum(
            count
            for look, count in self.looks.items()
            if not formats & set(look.removesuffix(WITHOUT_TABLE).split(" or "))
            and not (look == "oms_default" and "oms_default_extend" in formats)
        )


def unregistered_topics(spark: SparkSession, registry: Registry, among: Iterable[tuple[str, str]] | None = None) -> list[Topic]:
    """Return the topics of raw that no row of a registry matches, by cluster and name.

    Args:
        spark: Session with Delta; it needs no metastore.
        registry: The registry.
        among: Clusters and names of the topics to look at; by default all that have landed.
    """
    if among is None:
        if not (raw_table("kafka_topics") / "_delta_log").is_dir():
            return []
        listed = _raw(spark, "kafka_topics").select("kafka_cluster", "kafka_topic").distinct().collect()
        among = [(row.kafka_cluster, row.kafka_topic) for row in listed]
    return [
        Topic(cluster, name, near=registry.missed_by_case(cluster, name))
        for cluster, name in sorted(set(among))
        if not registry.is_registered(cluster, name)
    ]


def look_at(spark: SparkSession, topics: list[Topic]) -> None:
    """Note of each topic how many records it has, and what the newest of them look like.

    Args:
        spark: Session with Delta; it needs no metastore.
        topics: What `unregistered_topics` returned.

    Raises:
        UserError: dbt cannot read the project, whose declarations say what a format looks like.
    """
    from pyspark.sql import functions as F

    from rosetta_cdc.sql.render import Renderer

    if not topics:
        return
    by_name = {(topic.cluster, topic.name): topic for topic in topics}
    place = ["kafka_cluster", "kafka_topic", "kafka_topic_incarnation", "kafka_partition"]
    wanted = spark.createDataFrame(list(by_name), "kafka_cluster string, kafka_topic string")
    messages = _raw(spark, "kafka_messages").join(F.broadcast(wanted), ["kafka_cluster", "kafka_topic"], "left_semi")
    newest = messages.groupBy(*place).agg(F.max("kafka_offset").alias("newest"), F.count("*").alias("records")).cache()
    for row in newest.collect():
        by_name[row.kafka_cluster, row.kafka_topic].records += row.records
    render = Renderer().render
    value = render("{{ rosetta_cdc.without_schema_id('kafka_value') }}")
    look = render("{{ rosetta_cdc.looks_like('text') }}")
    sampled = messages.join(F.broadcast(newest), place).where(F.col("kafka_offset") > F.col("newest") - SAMPLED)
    sampled = sampled.withColumn("json_value", F.expr(value)).withColumn("text", F.col("json_value").cast("string"))
    for name, sent in (("key", "cast(kafka_key as string)"), ("envelope", "text")):
        sampled = sampled.withColumn(name, F.expr(f"coalesce(get_json_object({sent}, '$.payload'), {sent})"))
    seen = sampled.select(
        "kafka_cluster",
        "kafka_topic",
        F.expr(look).alias("look"),
        F.expr("if(startswith(json_value, X'00'), conv(hex(substr(json_value, 2, 4)), 16, 10), null)").alias("schema_id"),
        F.expr(NAMES_KEY).alias("names_key"),
    )
    for row in seen.groupBy(*seen.columns).count().collect():
        topic = by_name[row.kafka_cluster, row.kafka_topic]
        if row.schema_id is not None:
            topic.schema_ids[int(row.schema_id)] += row["count"]
        elif row.look not in EMPTY:
            topic.looks[row.look] += row["count"]
            if row.names_key is not None:
                topic.names_key[row.names_key] += row["count"]
    newest.unpersist()


def _raw(spark: SparkSession, name: str) -> DataFrame:
    return spark.read.format("delta").load(str(raw_table(name)))
