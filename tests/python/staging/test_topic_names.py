"""Names that a topic gives to messages without any, by named groups of the registry's pattern."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

from registry_text import registry_text
from test_macros import compiled

from rosetta_cdc.sandbox import Sandbox

GROUPS = ("database", "schema", "table")
# Pieces of patterns, with a text that each matches: groups of any kind, and what only looks like one.
PIECES = [
    (r"(?<database>[^.]*)", "shop"), (r"(?<schema>d(o)+|x)", "doo"), (r"(?<table>.+?)", "orders"),
    (r"((?<table>[a-z]+)|(?<schema>\d+))", "7"),
    (r"(a|(b))", "b"), (r"(?:c(?:d))", "cd"), (r"\(", "("), (r"[(?<table>]", "("), (r"[^\](]", "x"), (r"(?=s)", ""), (r"(?<!y)", ""),
    (r"(?<=.)s", "s"), (r"\Q(?<table>\E", "(?<table>"), (r"\(\?<database>", "(?<database>"), (r"[a&&[^(]]", "a"), (r"(?i:T)", "t"),
    (r"\\", "\\"), (r"$?", ""), (r"\x{28}", "("), (r"(?<database>e){0}", ""), (r"(?>f+)", "ff"), (r"(g)\Q.\E", "g."), (r"\.", "."),
    ("订单", "订单"), ("'\"", "'\""),
]  # fmt: skip


def patterns() -> Iterator[tuple[str, str]]:
    """Yield pieces in random order with what they match, and each by itself."""
    rng = random.Random(20260101)
    yield from PIECES
    for _ in range(400):
        chosen = rng.choices(PIECES, k=rng.randrange(2, 7))
        yield "".join(pattern for pattern, _ in chosen), "".join(text for _, text in chosen)


def meant(warehouse: Sandbox, pattern: str, topic: str) -> dict[str, str | None] | None:
    """Return what Java itself has for each group; nothing where it takes the pattern for none, or the topic does not match."""
    java = warehouse.spark._jvm.java.util.regex.Pattern
    try:
        matcher = java.compile(pattern).matcher(topic)
    except Exception:
        return None
    if not matcher.matches():
        return None
    found: dict[str, str | None] = {}
    for name in GROUPS:
        try:
            found[name] = matcher.group(name) or None
        except Exception:
            found[name] = None
    return found


def test_a_group_is_what_java_takes_for_one(warehouse: Sandbox) -> None:
    """Whatever stands around it, and whatever else looks like it."""
    cases = {case: names for case in patterns() if (names := meant(warehouse, *case)) is not None}
    assert len(cases) > 150
    assert all(sum(names[group] is not None for names in cases.values()) > 20 for group in GROUPS)
    columns = ", ".join(compiled(warehouse, f"topic_name('topic', 'pattern', '{group}')") + f" as `{group}`" for group in GROUPS)
    warehouse.spark.createDataFrame([*cases], "pattern string, topic string").createOrReplaceTempView("patterns")
    found = warehouse.spark.sql(f"select pattern, topic, {columns} from patterns").collect()
    assert {(row.pattern, row.topic): {group: row[group] for group in GROUPS} for row in found} == cases


def rules(warehouse: Sandbox) -> dict[str, Any]:
    """Return the rows of `cdc_topic_rules` by topic."""
    warehouse.dbt("seed", "--select", "cdc_topics")
    warehouse.dbt("run", "--select", "cdc_topic_rules")
    return {row.kafka_topic: row for row in warehouse.spark.table("cdc.cdc_topic_rules").collect()}


def test_what_topics_give(warehouse: Sandbox) -> None:
    """Names are the topic's, of the first row that has them, and part of the digest where there are any."""
    topics = ("erp.d.orders", "erp.d.items", "crm.x")
    path = warehouse.home / "lines.jsonl"
    path.write_text("\n".join(f'{{"topic":"{topic}","partition":0,"offset":0,"payload":"x"}}' for topic in topics))
    plain = "1,,erp[.].*,d[.]orders,oms_default,erp,id,,,,\n2,,erp[.].*,,oms_default,erp,,,,,\n3,,crm[.].*,,oms_default,,,,,,\n"
    warehouse.registry(plain)
    warehouse.land(path)
    before = rules(warehouse)
    named = plain.replace("2,,erp[.].*", r"2,,erp\.(?<database>[^.]+)\.(?<table>(or)?[^.]+)")
    named += "4,,(?<database>[^.]*)[.].*,,oms_default,,,,,,\n"
    warehouse.registry(named)
    after = rules(warehouse)
    given = {topic: (row.database_name, row.schema_name, row.table_name) for topic, row in after.items()}
    assert given == {"erp.d.orders": ("d", None, "orders"), "erp.d.items": ("d", None, "items"), "crm.x": ("crm", None, None)}
    digests = {topic: [rule.registry_digest for rule in row.topic_rules] for topic, row in after.items()}
    assert len(set(digests["erp.d.orders"]) | set(digests["erp.d.items"])) == 6, "each topic's names are its own"
    warehouse.registry(registry_text(["1,,erp[.].*,d[.]orders,debezium,erp,id,,,,,", "2,,erp.*,,debezium,erp,,,,,unavailable_value=a=b,"]))
    with_options = rules(warehouse)["erp.d.orders"]
    assert with_options.topic_options == {"unavailable_value": "a=b"}, "of the first row that has any"
    said = json.dumps([{"key": "unavailable_value", "value": "a=b"}], separators=(",", ":"))
    text = json.dumps({"format": "debezium", "source_name": "erp", "primary_key": ["id"], "options": said}, separators=(",", ":")).encode()
    assert with_options.topic_rules[0].registry_digest == hashlib.sha256(text).hexdigest()[:16]
    warehouse.registry(named.replace("(or)?", "").replace("[.]orders", "[.]orde.?rs") + "5,,.*,,oms_default,,,,,,other\n")
    assert [rule.registry_digest for rule in rules(warehouse)["erp.d.items"].topic_rules][:-1] == digests["erp.d.items"], "the same names"
    without = hashlib.sha256(b'{"format":"oms_default"}').hexdigest()[:16]
    assert [rule.registry_digest for rule in before["crm.x"].topic_rules] == [without], "names that no rule gives are no part of it"
