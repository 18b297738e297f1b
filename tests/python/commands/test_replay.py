"""Mended parsers and registries: a replay gives what a full refresh gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from comparison import SUMMARIES, assert_same_events, assert_summaries_hold

from rosetta_cdc import replay
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import Sandbox

RULE = "{order},,{topic},{table},{format},{source},{key},,,,\n"


def rule(
    topic: str, format_code: str, *, source: str = "shop", key: str = "", table: str = "", order: int = 1
) -> str:
    """Return a row of the registry."""
    return RULE.format(topic=topic, table=table, format=format_code, source=source, key=key, order=order)


def batch(offset: int, operation: str = "INSERT") -> Record:
    """Return a DTS Canal message of three rows."""
    message = {
        "data": [{"id": str(offset * 10 + n), "price": "1.10"} for n in range(3)],
        "database": "d", "es": 1600161894000, "id": offset, "isDdl": False, "mysqlType": {"id": "bigint", "price": "decimal"},
        "old": None, "pkNames": ["id"], "sql": "", "sqlType": {"id": -5, "price": 3}, "table": "t", "ts": 1600161894771,
        "type": operation,
    }  # fmt: skip
    return Record(
        "orders",
        0,
        offset,
        1600161894000 + offset,
        "create",
        None,
        json.dumps(message).encode(),
        None,
    )


def check_against_full_refresh(warehouse: Sandbox) -> None:
    """Compare the table with a full refresh of it."""
    replayed = warehouse.events()
    warehouse.dbt("run", "--select", "cdc_events", "--full-refresh")
    assert_same_events(replayed, warehouse.events())


@pytest.mark.parametrize("what", [["registry"], ["dead-letters"], ["topics", "orders"]])
def test_nothing_was_built(rosetta_home: Path, what: list[str]) -> None:
    """Without events there is nothing to replace: one line, before Spark starts."""
    with pytest.raises(UserError, match=r"nothing has been built in .* dbt build") as error:
        replay.main(what)
    assert str(rosetta_home) in str(error.value)
    assert not list(rosetta_home.rglob("*"))


def test_a_dead_letter_becomes_three_rows(warehouse: Sandbox) -> None:
    """A parser that did not know the field `data` is mended; the replay replaces one dead letter by three rows, in one commit."""
    warehouse.registry(rule("orders", "dts_canal"))
    envelope = warehouse.project / "macros" / "canal" / "canal_envelope.sql"
    good = envelope.read_text()
    envelope.write_text(
        good.replace(
            ", data {{ rows }}", ", payload_data {{ rows }}"
        )
    )
    rows = warehouse.project / "macros" / "canal" / "canal_rows.sql"
    good_rows = rows.read_text()
    rows.write_text(good_rows.replace("message.data", "message.payload_data").replace("except (data,", "except (payload_data,"))
    warehouse.land([batch(1), batch(2)])
    by_rows = warehouse.project / "macros" / "canal" / "canal_message_by_rows.sql"
    good_by_rows = by_rows.read_text()
    by_rows.write_text(
        good_by_rows.replace("m.data", "m.payload_data").replace("'data'", "'payload_data'")
    )
    warehouse.build()
    assert [e["error_code"] for e in warehouse.events()] == ["missing_image"] * 2
    envelope.write_text(good)
    rows.write_text(good_rows)
    by_rows.write_text(good_by_rows)
    warehouse.dbt("run", "--select", "+cdc_events", "--exclude", "cdc_events")
    before = warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"]
    warehouse.dbt("run-operation", "replay_records", "--args", "{dead_letters: true}")
    after = warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"]
    assert after == before + 1
    events = warehouse.events()
    assert [(e["kafka_offset"], e["row_index"], e["op"], e["after"]["price"]) for e in events] == [
        (offset, row, "insert", "1.10") for offset in (1, 2) for row in range(3)
    ]
    check_against_full_refresh(warehouse)


def status_of_registry_test(warehouse: Sandbox) -> str:
    """Run the data test `registry_is_applied` and return its status."""
    ran = warehouse.dbt("test", "--select", "registry_is_applied").results
    return next(str(result.status) for result in ran if result.node.name == "registry_is_applied")


@pytest.mark.parametrize(
    ("landed_by", "now"),
    [pytest.param("", "dts_canal", marks=pytest.mark.thorough), pytest.param("dts_canal", "", marks=pytest.mark.long)],
)
def test_a_changed_registry_is_applied(warehouse: Sandbox, landed_by: str, now: str) -> None:
    """Format, source name and key of landed topics change; a record that no run has read yet keeps its turn.

    So is one that came before anything was built: records get the format of their topic's row, by which the first build reads them. A
    build with a registry gives records that landed before it the rule of today, but reads them in the format of then: they are read again.
    """
    early = rule("early", landed_by, order=2) if landed_by else ""
    warehouse.registry(early)
    warehouse.land([batch(1)._replace(topic="early"), batch(1)])
    warehouse.registry(early + rule("orders", "dataworks_v1", source="wrong"))
    replay.main(["registry"])
    formats = warehouse.spark.sql("select kafka_topic, format from raw.kafka_messages").collect()
    assert {row.kafka_topic: row.format for row in formats} == {"early": landed_by or "auto", "orders": "dataworks_v1"}
    early = rule("early", now, order=2) if now else ""
    warehouse.registry(early + rule("orders", "dataworks_v1", source="wrong"))
    warehouse.build()

    def formats_of_early() -> set[tuple[str, str]]:
        return {(event["source_format"], event["format_basis"]) for event in warehouse.events("kafka_topic = 'early'")}

    before, after = ((code, "registry") if code else ("canal", "structure") for code in (landed_by, now))
    assert formats_of_early() == {before}
    orders = "kafka_topic = 'orders'"
    assert [(event["error_code"], event["source_name"]) for event in warehouse.events(orders)] == [("format_mismatch", "wrong")]
    warehouse.land([batch(2)])
    warehouse.dbt("run", "--select", *SUMMARIES)
    warehouse.registry(early + rule("orders", "dts_canal", key="id|price"))
    warehouse.dbt("build", "--select", "cdc_topics", "cdc_topic_rules")
    assert status_of_registry_test(warehouse) == "warn"
    warehouse.dbt("run-operation", "apply_registry")
    assert formats_of_early() == {after}
    assert [(event["kafka_offset"], event["row_key"]) for event in warehouse.events(orders)] == [
        (1, f"id=1{n}&price=1.1") for n in range(3)
    ]
    warehouse.run_events()
    assert len(warehouse.events(orders)) == 6
    assert {event["key_basis"] for event in warehouse.events(orders)} == {"registry"}
    assert status_of_registry_test(warehouse) == "pass"
    # The topic leaves the registry.
    warehouse.registry(early)
    warehouse.dbt("build", "--select", "cdc_topics", "cdc_topic_rules")
    warehouse.dbt("run-operation", "apply_registry")
    assert {(event["source_name"], event["source_format"], event["format_basis"]) for event in warehouse.events(orders)} == {
        ("default/orders", "canal", "structure")
    }
    assert_summaries_hold(warehouse)
    check_against_full_refresh(warehouse)
