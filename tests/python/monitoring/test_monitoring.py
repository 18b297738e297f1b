"""Monitoring: what is wrong is found by name, what is right is not, and drift of schemas shows."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
import yaml

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.formats import ALL
from rosetta_shop.traffic import shop_day

SAMPLES = PROJECT / "tests" / "fixtures" / "vendor_samples" / "records.jsonl"
# When the day of the shop is over.
LATER = datetime(2024, 5, 9, tzinfo=timezone.utc)
# Sources whose messages name no key, and formats that send statements with their table.
KEYLESS = ("shop_aws_dms.", "shop_dts_avro", "shop_ogg.", "shop_oms_shareplex")
WITH_STATEMENTS = [code for code in ALL if code not in ("aws_dms", "dtle", "dts_shareplex", "ogg")]


def record(
    topic: str, offset: int, columns: dict[str, str | None], *, at: datetime = LATER, age: timedelta = timedelta(seconds=1), **fields: Any
) -> Record:
    """Return a DTS Canal message of one row of a table named as the topic's last part; `age`: how long before Kafka it was changed."""
    message = {
        "data": [columns], "database": "d", "table": topic.split(".")[-1], "type": "INSERT", "isDdl": False, "old": None, "sql": "",
        "es": round((at - age).timestamp() * 1000), "ts": round(at.timestamp() * 1000), "id": offset, "pkNames": ["id"],
        "mysqlType": {name: "varchar(20)" for name in columns}, "sqlType": {name: 12 for name in columns}, **fields,
    }  # fmt: skip
    return Record(topic, 0, offset, round(at.timestamp() * 1000) + offset, "create", None, json.dumps(message).encode(), None)


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


def loaded(table: str, offset: int, row: int, marker: str) -> Record:
    """Return a message of Debezium for a row of a load."""
    at = round(LATER.timestamp() * 1000) + 1000 * offset
    source = {"version": "3.6.1.Final", "connector": "mysql", "name": "m", "ts_ms": at, "snapshot": marker, "db": "d", "table": table}
    value = {"before": None, "after": {"id": row}, "source": source, "op": "r", "ts_ms": at}
    return Record(f"m.d.{table}", 0, offset, at, "create", b'{"id":%d}' % row, json.dumps(value).encode(), None)


def of_oceanbase(topic: str, partition: int, offset: int, row: str | None) -> Record:
    """Return a message of OceanBase OMS: the insert of a row, or a TRUNCATE, which has no number."""
    at = round(LATER.timestamp())
    meta = {
        "checkpoint": str(at), "dbType": "OB_MYSQL", "storeDataSequence": row and f"{at}{offset}", "table_name": topic, "db": "tn.d",
        "timestamp": str(at), "record_primary_key": row and "id", "record_primary_value": row, "source_identity": "x", "uniqueId": None,
    }  # fmt: skip
    image = {"ddl": "truncate table t"} if row is None else {"id": row}
    value = {"prevStruct": None, "postStruct": image, "allMetaData": meta, "recordType": "DDL" if row is None else "INSERT"}
    return Record(topic, partition, offset, 1000 * at, "create", None, json.dumps(value).encode(), None)


def versions(warehouse: Sandbox, table: str) -> int:
    """Return how many versions a table has."""
    return warehouse.spark.sql(f"describe history cdc.{table}").count()


def untimed() -> list[Record]:
    """Return records of two schemas, without Kafka's time."""
    first, second = datetime(2024, 5, 1, tzinfo=timezone.utc), datetime(2024, 5, 2, tzinfo=timezone.utc)
    sent = [
        record("bench.untimed", 0, {"id": "1"}, at=first, age=timedelta(0)),
        record("bench.untimed", 1, {"id": "2", "note": "x"}, at=second, age=timedelta(0)),
    ]
    return [one._replace(ts=-1, tstype="unknown") for one in sent]


def drops() -> list[Record]:
    """Return statements that drop a table, of which two may have dropped it under another name."""
    texts = ("DROP TABLE t, Other", "drop table t, other CASCADE", "DROP TABLE IF EXISTS `d`.`Other`,`t`", "DROP TABLE t RESTRICT")
    return [record("c.t", number, {}, data=None, isDdl=True, type="ERASE", sql=text, pkNames=None) for number, text in enumerate(texts)]


def truncates() -> list[Record]:
    """Return TRUNCATEs that have no number: of one table beside rows of its second in another partition."""
    meta = {"timestamp": "2024-05-09T00:00:00.000000Z", "schema-name": "s", "table-name": "t"}
    of_dms = (
        {"data": {"id": 1}, "metadata": {**meta, "record-type": "data", "operation": "insert"}},
        {"control": {}, "metadata": {**meta, "record-type": "control", "operation": "truncate-table"}},
    )
    sent = [Record("x.t", n, 0, 1_715_212_800_000, "create", None, json.dumps(of_dms[n]).encode(), None) for n in range(2)]
    lines_of = {"o.one": [["1", None]], "o.all": [["1", None], ["2", None]], "o.other": [["1"], [None]]}
    return sent + [
        of_oceanbase(topic, partition, offset, row)
        for topic, lines in lines_of.items()
        for partition, of_line in enumerate(lines)
        for offset, row in enumerate(of_line)
    ]


def check_summaries(warehouse: Sandbox) -> None:
    """Another version of the project has made the summaries: they are made anew. One that has its model's columns is left as it is."""
    for table, columns in (("hourly_counts", "event_count, keyless_count"), ("observed_schemas", "table_id, basis")):
        rows = sorted(map(str, warehouse.spark.table(f"cdc.{table}").collect()))
        version = versions(warehouse, table)
        warehouse.dbt("run", "--select", table)
        assert versions(warehouse, table) == version
        warehouse.spark.sql(f"create or replace table cdc.{table} using delta as select * except ({columns}), 1 as former from cdc.{table}")
        warehouse.dbt("run", "--select", table)
        assert sorted(map(str, warehouse.spark.table(f"cdc.{table}").collect())) == rows


@pytest.mark.parametrize("is_upgraded", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_what_monitoring_counts(warehouse: Sandbox, is_upgraded: bool) -> None:
    """A row that was deleted while nothing was captured is counted once a load of the whole table has ended without it.

    So is a statement that may have dropped tables under other names, and a TRUNCATE without a number in another partition than rows of its
    second: not where each partition has it, there is one, or rows have no number, either. A schema of messages without Kafka's time begins
    at the commit time: as in the history, one that nothing contradicts is believed.
    """
    formats = {"m": "debezium", "c": "dts_canal", "bench": "dts_canal", "o": "oms_default"}
    rules = "".join(f"{number},,{name}[.].*,,{code},{name},,,,,\n" for number, (name, code) in enumerate(formats.items(), 1))
    warehouse.registry(rules + "9,,x[.].*,,aws_dms,x,id,,,,\n")
    warehouse.land([*drops(), *untimed(), *truncates()])
    markers = ("first_in_data_collection", "true", "last_in_data_collection")
    warehouse.dbt("seed")
    whole = [loaded("t", offset, offset + 1, marker) for offset, marker in enumerate(markers)]
    again = [loaded("u", offset, offset % 2, markers[offset % 2 * 2]) for offset in range(4)]
    # A second load of one table has not ended, and in that of the other every row came again; then it ends without a row.
    for portion, expected in (([*whole, *again, loaded("t", 3, 3, markers[0])], {}), ([loaded("t", 4, 2, markers[2])], {"m.d.t": 1})):
        warehouse.land(portion)
        warehouse.dbt("run", "--select", "+rosetta_cdc.state", "+cdc_pipeline_alerts")
        assert counted(warehouse, "unloaded_rows") == expected
        if is_upgraded and not expected:
            check_summaries(warehouse)
    assert counted(warehouse, "rows_changed_by_ddl") == {"c.d.t": 2}
    assert counted(warehouse, "unordered_truncates") == {r"o.d.o\.other": 1}
    begins = warehouse.spark.table("cdc.cdc_schema_versions").where("table_id like 'bench%'").orderBy("version_number")
    assert [str(row.valid_from.date()) for row in begins.collect()] == ["2024-05-01", "2024-05-02"]


def counted(warehouse: Sandbox, check: str) -> dict[str, float]:
    """Return what a check counts, by table."""
    found = warehouse.spark.table("cdc.cdc_pipeline_alerts").where(f"check_name = '{check}'").collect()
    return {row.table_id: row.value for row in found}
