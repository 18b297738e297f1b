"""A generated day of a shop in every format: what was meant against what was read, and that every message is parsed once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import pytest

from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.expected import shop_day_expectations
from rosetta_shop.traffic import ALL, JSON, registry_rows, shop_day

CANAL = {"drs_json", "drs_json_c", "oms_canal", "dts_canal", "dts_canal_legacy", "canal"}


def as_stated(value: Any) -> Any:
    """Return a column's value as `Expectation.stated` gives it."""
    if isinstance(value, datetime):
        return round(value.replace(tzinfo=timezone.utc).timestamp() * 1000)
    if isinstance(value, Decimal):
        return int(value)
    return value


@pytest.fixture(scope="module")
def day(_warehouse: Sandbox) -> Iterator[Sandbox]:
    """Give a warehouse with the day, built up to the events with all tests; the row history has tests of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROSETTA_HOME", str(_warehouse.home))
        patch.setenv("ROSETTA_TOPICS_CSV", "")
        _warehouse.reset()
        _warehouse.registry(registry_rows(ALL))
        _warehouse.land(shop_day(seed=7, messages=90))
        _warehouse.dbt("build", "--exclude", "path:models/state+")
        yield _warehouse


def test_the_day_is_read_as_it_was_meant(day: Sandbox) -> None:
    """Every stated column of every event of every format, and no event beside them."""
    warehouse = day
    keys = ("kafka_topic", "kafka_partition", "kafka_offset", "row_index")
    found = {tuple(row[key] for key in keys): row for row in warehouse.events()}
    expected = [e.stated() for e in shop_day_expectations(seed=7, messages=90)]
    assert set(found) == {tuple(row[key] for key in keys) for row in expected}
    differences = [
        f"{row['kafka_topic']} {row['kafka_offset']}/{row['row_index']} {column}: "
        f"{as_stated(found[tuple(row[key] for key in keys)][column])!r}, meant {value!r}"
        for row in expected
        for column, value in row.items()
        if as_stated(found[tuple(row[key] for key in keys)][column]) != value
    ]
    assert not differences, f"{len(differences)} differences:\n" + "\n".join(differences[:40])
    kinds = {row["event_kind"] for row in found.values()}
    assert kinds == {
        "row_change", "truncate", "ddl", "transaction", "heartbeat", "tombstone", "marker", "dead_letter"
    }  # fmt: skip
    # Derby, the embedded metastore, holds no view of more than 32,700 characters.
    target = warehouse.home / "dbt" / "target"
    warehouse.dbt("parse")
    manifest = json.loads((target / "manifest.json").read_text())
    views = [node for node in manifest["nodes"].values() if node["config"].get("materialized") in ("view", "cdc_view")]
    compiled = {node["name"]: target / "run" / "rosetta_cdc" / node["original_file_path"] for node in views}
    sizes = {name: len(path.read_text()) for name, path in compiled.items() if path.exists()}
    assert len(sizes) > 20, "a build writes what it runs to the folder of the target"
    assert max(sizes.values()) < 32_000, max(sizes, key=sizes.get)
    # The second call of everything adds nothing.
    assert warehouse.land(shop_day(seed=7, messages=90)).landed == 0
    before = warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"]
    warehouse.run_events()
    warehouse.run_events()
    after = warehouse.spark.sql("describe history cdc.cdc_events limit 5").collect()
    assert all(
        commit["operation"] == "SET TBLPROPERTIES" for commit in after if commit["version"] > before
    )
    # It read no value of raw.
    read = (warehouse.home / "dbt/target/compiled/rosetta_cdc/models/canonical/cdc_events.sql").read_text()
    assert "where false" in read and "stg_" not in read


def optimized_plan(warehouse: Sandbox, query: str) -> str:
    """Return the optimized logical plan of a query, whole."""
    warehouse.spark.conf.set("spark.sql.debug.maxToStringFields", "10000")
    frame = warehouse.spark.sql(query)
    return frame._jdf.queryExecution().optimizedPlan().toString()


def parses_of(plan: str) -> list[str]:
    """Return the argument of every from_json in a plan, as far as it tells parses of the message from others."""
    return [text[:400] for text in re.split(r"from_json\(", plan)[1:]]


def test_the_columns_that_came_and_went(day: Sandbox) -> None:
    """The orders get a column and lose it again: each format shows it, with the statement where it sends one."""
    rows = day.spark.sql("select * from cdc.cdc_schema_drift where table_id ilike '%.orders' and source_name like 'shop_%'").collect()
    changes = {(row.source_format, row.kind): row for row in rows}
    assert len(changes) == len(rows)
    assert set(changes) == {(form, kind) for form in ALL for kind in ("column_added", "column_gone")}
    assert {row.column_name.lower() for row in rows} == {"channel"}
    # dtle names no table beside a statement, and DTS SharePlex, GoldenGate and DMS send none.
    silent = {"dtle", "dts_shareplex", "ogg", "aws_dms"}
    assert {form for (form, _), row in changes.items() if not row.ddl_text} == silent
    assert {(row.kind, row.ddl_text) for row in rows if row.ddl_text} == {
        ("column_added", "ALTER TABLE `orders` ADD COLUMN `channel` varchar(20)"),
        ("column_gone", "ALTER TABLE `orders` DROP COLUMN `channel`"),
    }
    assert {(row.version_number, row.type is None) for row in rows if row.kind == "column_gone"} == {(3, True)}


@pytest.mark.thorough
def test_plans(day: Sandbox) -> None:
    """One parse of the message, however many columns and filters are used; quoting only where images hold JSON numbers."""
    for code in JSON:
        vendor = code.split("_")[0].removesuffix("1") if code.startswith("dataworks") else code.split("_")[0]
        model = f"cdc.stg_{vendor}__{code}"
        plan = optimized_plan(
            day,
            f"select * from {model} where format_basis = 'registry' and landing_id = 'x' and event_kind = 'row_change' "
            f"and table_name = 'orders' and op <> 'delete' and source_format = '{code}'",
        )
        whole = [text for text in parses_of(plan) if "StructField(elements," in text]
        assert len(whole) == 1, f"{code}: the message is parsed {len(whole)} times"
        others = len(parses_of(plan)) - 1
        # Canal: a message with a broken row is parsed again, by rows (7 more, all behind that condition).
        # The types of DefaultExtendColumnType are the text of one column, only parsed in such messages; dtle's key is another text,
        # and one more where it is a bare value.
        # Of Debezium key and header, each in an envelope or not, a key that is a bare value, cells in key, header and image,
        # the sequence, DataArts' key names and the scale and digits of a decimal of a moved key.
        # GoldenGate: the messages of a transaction; those in row form or with fields of other names again, in an envelope or not,
        # and three of their fields.
        # Maxwell's key has two forms, one of which is a list in a list; numbers within JSON columns take a parse of their own, and so do
        # fields that a script adds. So do numbers of DMS, and an image before the change that has a name of its own, two.
        ones = {"oms_default": 1, "oms_default_extend": 1, "dtle": 2, "debezium": 10, "maxwell": 5, "aws_dms": 3, "ogg": 6}
        allowed = {**dict.fromkeys(CANAL, 7), **ones}.get(code, 0)
        assert others <= allowed, f"{code}: {others} other parses"
        if code in CANAL:
            for text in plan.split("from_json(")[2:]:
                assert "isnotnull(malformed" in plan[: plan.index(text)], code
        assert "recognised_format" not in plan and (code == "ogg" or "op_type" not in plan), f"{code}: a registered topic is recognised"
        scans = len(re.findall(r"Relation spark_catalog\.raw\.kafka_messages", plan))
        assert scans == 1, f"{code}: raw is read {scans} times"
        quoted = plan.count("regexp_replace(cast(kafka_value") + plan.count('\\G((?>[^"')
        guarded = "RLIKE(" in plan
        if code in {"drs_json", "drs_json_c", "dts_canal", "dts_canal_legacy", "dts_shareplex", "canal"}:
            assert guarded, code
        assert quoted >= 1, code
    plan = optimized_plan(day, "select * from cdc.stg_dts__dts_avro where landing_id = 'x' and op <> 'delete' and error_code is null")
    assert plan.count("from_avro(") == plan.count("Relation spark_catalog.raw.kafka_messages") == 1
