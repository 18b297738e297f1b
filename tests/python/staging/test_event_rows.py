"""What change events have beside what their messages say: keys before a change, and names that only the topic has."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_macros import compiled

from rosetta_cdc.sandbox import Sandbox

# A topic for each table of one database, whose rules differ by table; another topic has none.
RULE = """named_struct(
    'match_order', {}, 'table_pattern', {}, 'format', 'f', 'source_name', '{}', 'primary_key', cast(null as array<string>),
    'source_time_zone', 'UTC', 'order_by', cast(null as string), 'load_time', cast(null as timestamp), 'registry_digest', '{}'
)"""
RULES = f"""create table cdc.cdc_topic_rules using delta as select
    'default' as kafka_cluster, 'erp.d.orders' as kafka_topic,
    'd' as database_name, cast(null as string) as schema_name, 'orders' as table_name, cast(null as map<string, string>) as topic_options,
    array({RULE.format(1, "'d[.]o.*'", "erp", "first")}, {RULE.format(2, "cast(null as string)", "rest", "second")}) as topic_rules
"""


@pytest.fixture
def staged(warehouse: Sandbox) -> Any:
    """Give a function that makes events of staged rows, given by the columns that are not null, and returns some of their columns."""
    columns = warehouse.dbt("compile", "--inline", "{{ rosetta_cdc.staged_columns() | tojson }}").results[0].node.compiled_code
    types = json.loads(columns)
    query = compiled(warehouse, "event_rows('staged')")
    warehouse.spark.sql("create schema if not exists cdc")
    warehouse.spark.sql(RULES)

    def events(*rows: dict[str, Any], returned: str) -> list[tuple[Any, ...]]:
        filled = [
            {"kafka_cluster": "default", "kafka_topic": "erp.d.orders", "kafka_offset": number, "event_kind": "row_change", **row}
            for number, row in enumerate(rows)
        ]
        schema = ", ".join(f"{name} {type_name}" for name, type_name in types.items())
        data = [tuple(row.get(name) for name in types) for row in filled]
        warehouse.spark.createDataFrame(data, schema).createOrReplaceTempView("staged")
        found = warehouse.spark.sql(f"with events as ({query}) select {returned} from events order by kafka_offset")
        return [tuple(row) for row in found.collect()]

    return events


def test_names_that_the_topic_has(staged: Any) -> None:
    """Are those of what concerns a table and names none; the rule is that of the table."""
    found = staged(
        {"op": "insert"},
        {"op": "insert", "table_name": "Items"},
        {"op": "insert", "database_name": "other", "table_name": "o"},
        {"event_kind": "tombstone"},
        {"event_kind": "truncate", "op": "truncate"},
        {"event_kind": "ddl"},
        {"event_kind": "ddl", "database_name": "other"},
        {"event_kind": "heartbeat"},
        {"event_kind": "marker", "op": "unknown"},
        {"event_kind": "dead_letter", "op": "update", "error_code": "missing_image"},
        {"event_kind": "dead_letter", "error_code": "format_mismatch"},
        {"op": "insert", "kafka_topic": "unregistered"},
        returned="database_name, schema_name, table_name, table_id, registry_digest",
    )
    of_topic = ("d", None, "orders", "erp.d.orders", "first")
    nothing = (None, None, None, None, "second")
    assert found == [
        of_topic,
        ("d", None, "Items", "rest.d.Items", "second"),
        ("other", None, "o", "rest.other.o", "second"),
        of_topic, of_topic, of_topic,
        ("other", None, None, None, "second"),
        nothing, nothing,
        of_topic,
        nothing,
        (None, None, None, None, "unregistered"),
    ]  # fmt: skip


def test_keys_before_a_change(staged: Any) -> None:
    """Come from the image before it, a column that this lacks from previous_key_values; only updates have one."""
    moved = {"op": "update", "declared_key": ["id"], "declared_key_basis": "declared", "after": {"id": "2", "n": "x"}}
    found = staged(
        moved,
        moved | {"previous_key_values": {"id": "1"}},
        moved | {"previous_key_values": {"id": "2"}},
        moved | {"previous_key_values": {"other": "1"}},
        moved | {"previous_key_values": {"id": "1"}, "before": {"id": "0", "n": "y"}},
        moved | {"previous_key_values": {"id": "1"}, "before": {"n": "y"}},
        moved | {"previous_key_values": {"id": "1", "k": "5"}, "declared_key": ["id", "k"], "key_values": {"k": "5"}},
        moved | {"previous_key_values": {"id": "1"}, "op": "upsert"},
        moved | {"previous_key_values": {"id": "1"}, "op": "insert"},
        moved | {"previous_key_values": {"id": None}},
        returned="row_key, previous_row_key, previous_primary_key",
    )
    assert found == [
        ("id=2", None, None),
        ("id=2", "id=1", {"id": "1"}),
        ("id=2", None, None),
        ("id=2", None, None),
        ("id=2", "id=0", {"id": "0"}),
        ("id=2", "id=1", {"id": "1"}),
        ("id=2&k=5", "id=1&k=5", {"id": "1", "k": "5"}),
        ("id=2", "id=1", {"id": "1"}),
        ("id=2", None, None),
        ("id=2", None, None),
    ]
