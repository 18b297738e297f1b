"""Monitoring: what is wrong is found by name, what is right is not, and drift of schemas shows."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest
import yaml
from dts_messages import LATER, record

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.formats import ALL
from rosetta_shop.traffic import shop_day

SAMPLES = PROJECT / "tests" / "fixtures" / "vendor_samples" / "records.jsonl"
# Sources whose messages name no key, and formats that send statements with their table.
KEYLESS = ("shop_aws_dms.", "shop_dts_avro", "shop_ogg.", "shop_oms_shareplex")
WITH_STATEMENTS = [code for code in ALL if code not in ("aws_dms", "dtle", "dts_shareplex", "ogg")]


def alerts(warehouse: Sandbox) -> dict[str, set[str]]:
    """Return the alerts as check to what they are about."""
    rows = warehouse.spark.table("cdc.cdc_pipeline_alerts").collect()
    return {
        check: {row.kafka_topic or row.model_name or row.table_id or row.source_name or "" for row in rows if row.check_name == check}
        for check in {row.check_name for row in rows}
    }


def statuses(warehouse: Sandbox, *command: str) -> dict[str, str]:
    """Run dbt, by default the checks as data tests, and return the status of each test."""
    results = warehouse.dbt(*(command or ("test", "--select", "cdc_pipeline_alerts,test_name:within_thresholds"))).results
    return {
        result.node.name.removesuffix("_within_thresholds"): str(result.status) for result in results if result.node.resource_type == "test"
    }


def told_of_the_shop() -> dict[str, set[str]]:
    """Return what the checks tell of the shop's day, where nothing is wrong: what its messages cannot tell."""
    # Tables without a key whose messages name none, and tables of topics that nobody has registered.
    keyless = {f"{source}.{schema}.audit_log" for source in KEYLESS for schema in ("archive", "shop")}
    unregistered = {r"default/shop\.unregistered..via_aws_dms.products", r"default/shop\.unregistered.via_oms_shareplex.products"}
    # A table was renamed, rows were updated by a statement: no message tells of the rows. What dtle says of a statement names no table.
    by_statement = {f"shop_{code}.shop.{table}" for code in WITH_STATEMENTS for table in ("coupons", "orders")}
    return {
        "changes_without_key": keyless | unregistered,
        "rows_changed_by_ddl": by_statement | {"shop_dtle"},
        # Its numbers count a partition.
        "unordered_truncates": {"shop_oms_shareplex.archive.audit_log"},
    }


@pytest.mark.long
def test_planted_faults_are_found(warehouse: Sandbox) -> None:
    """In the demo, and none before they were planted."""
    codes = {"late": "late", "broken": "broken", ".*": "faults"}
    rules = "".join(f"{number},,fault[.]{topic},,dts_canal,{name},,,,,,,\n" for number, (topic, name) in enumerate(codes.items(), 91))
    warehouse.registry((PROJECT / "seeds" / "cdc_topics.csv").read_text(encoding="utf-8") + rules)
    model = warehouse.project / "models" / "typed" / "orders.sql"
    model.write_text("{{ cdc_table('faults', 'd.orders', {'id': 'int', 'n': 'int', 'secret': none}) }}", encoding="utf-8")
    misspelt = warehouse.project / "models" / "typed" / "misspelt.sql"
    warehouse.land(SAMPLES)
    warehouse.land([*shop_day(seed=1), record("fault.orders", 0, {"id": "1", "n": "1"}, at=LATER - timedelta(days=3))])
    healthy = statuses(warehouse, "build", "--exclude", "test_type:unit")
    told = told_of_the_shop()
    assert alerts(warehouse) == told
    assert {test: status for test, status in healthy.items() if status != "pass"} == dict.fromkeys(told, "warn")

    misspelt.write_text("{{ cdc_table('faults', 'd.order', {'id': 'int'}) }}", encoding="utf-8")
    landed = warehouse.land(
        [
            record("fault.clock", 0, {"id": "1"}, at=datetime(2040, 1, 1, tzinfo=timezone.utc)),
            record("fault.orders", 1, {"id": "2", "n": "x"}),
            record("fault.orders", 2, {"id": "3", "n": "3", "note": "came later", "secret": "kept out"}),
            record("fault.gap", 0, {"id": "1"}),
            record("fault.gap", 7, {"id": "2"}),
            record("fault.keys", 0, {"id": "1", "code": "a"}),
            record("fault.keys", 1, {"id": "2", "code": "b"}, at=LATER + timedelta(seconds=5), pkNames=["code"]),
            record("fault.late", 0, {"id": "1"}, age=timedelta(hours=5)),
            record("fault.future", 0, {"id": "1"}, age=timedelta(days=-3)),
            *(Record("fault.broken", 0, n, round(LATER.timestamp() * 1000), "create", None, b'{"data":', None) for n in range(2)),
            *(record("fault.broken", n, {"id": str(n)}) for n in range(2, 9)),
        ]
    )
    assert landed.landed == 18
    broken_line = warehouse.home / "broken.jsonl"
    broken_line.write_text('{"topic": "fault.orders", "partition": 0}\n', encoding="utf-8")
    warehouse.land(broken_line)
    lost = "'default', 'fault.gap', 0, 1, 'lost', 5, 9, 4, 'records_deleted', 'l', current_timestamp()"
    warehouse.spark.sql(f"insert into raw.kafka_offset_ranges values ({lost})")
    warehouse.dbt("run", "--select", "cdc_topic_rules", "cdc_events", "path:models/state", "path:models/typed", "path:models/monitoring")
    found = alerts(warehouse)

    def shop_topics(condition: str) -> set[str]:
        rows = warehouse.spark.table("cdc.cdc_events").where(f"kafka_topic like '%shop.%' and {condition}").select("kafka_topic").distinct()
        return {row.kafka_topic for row in rows.collect()}

    assert found.pop("silence_minutes") == shop_topics("true")
    assert found.pop("heartbeat_age_minutes") == shop_topics("event_kind = 'heartbeat'")
    assert found == {
        **told,
        "capture_delay_minutes": {"late"},
        "future_commit_times": {"faults"},
        "future_kafka_timestamps": {"fault.clock"},
        "missing_offsets": {"fault.gap"},
        "lost_offsets": {"fault.gap"},
        "rejected_lines": {""},
        "dead_letter_percent": {"broken"},
        "key_columns_changed": {"faults.d.keys"},
        "model_drift": {"orders", "misspelt"},
        "cast_errors": {"orders"},
    }
    drift = warehouse.spark.table("cdc.cdc_schema_drift").where("model_name is not null").collect()
    assert {(row.model_name, row.kind, row.column_name) for row in drift} == {
        ("orders", "column_not_in_model", "note"),
        ("misspelt", "table_not_in_source", None),
    }
    # A clock that is wrong spoils nothing else.
    health = warehouse.spark.table("cdc.cdc_pipeline_health").where("kafka_topic = 'fault.clock'").first()
    assert (health.silence_seconds, health.mean_landing_seconds, health.mean_capture_seconds) == (None, None, None)
    tested = statuses(warehouse)
    assert {check for check, status in tested.items() if status == "warn"} == {*found, "silence_minutes", "heartbeat_age_minutes"}
    assert {status for check, status in tested.items() if check not in found} == {"pass", "warn"}
    # A threshold of failure, passed.
    thresholds = yaml.safe_load((warehouse.project / "dbt_project.yml").read_text())["vars"]["cdc_thresholds"]
    variables = json.dumps({"cdc_thresholds": {**thresholds, "missing_offsets": [0, 5]}})
    warehouse.dbt("run", "--select", "cdc_pipeline_alerts", "--vars", variables)
    with pytest.raises(DbtFailed, match="missing_offsets_within_thresholds: Got"):
        warehouse.dbt("test", "--select", "missing_offsets_within_thresholds", "--vars", variables)
