"""What monitoring counts of rows and statements whose messages do not tell what became of a row."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest
from atlas import Atlas, Found, Page
from dts_messages import LATER, record
from registry_text import registry_row, registry_text

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import Sandbox


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


def untimed() -> list[Record]:
    """Return records of two schemas, without Kafka's time."""
    first, second = datetime(2024, 5, 1, tzinfo=timezone.utc), datetime(2024, 5, 2, tzinfo=timezone.utc)
    sent = [
        record("u.untimed", 0, {"id": "1"}, at=first, age=timedelta(0)),
        record("u.untimed", 1, {"id": "2", "note": "x"}, at=second, age=timedelta(0)),
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


MARKERS = ("first_in_data_collection", "true", "last_in_data_collection")
WHOLE = [loaded("t", offset, offset + 1, marker) for offset, marker in enumerate(MARKERS)]
AGAIN = [loaded("u", offset, offset % 2, MARKERS[offset % 2 * 2]) for offset in range(4)]
# A second load of one table has not ended, and in that of the other every row came again; then it ends without a row.
PAGE = Page(
    "monitored",
    registry_text(
        [
            registry_row(1, "m[.].*", "debezium", "monitored_m", "", ""),
            registry_row(2, "c[.].*", "dts_canal", "monitored_c", "", ""),
            registry_row(3, "u[.].*", "dts_canal", "monitored_u", "", ""),
            registry_row(4, "o[.].*", "oms_default", "monitored_o", "", ""),
            registry_row(5, "x[.].*", "aws_dms", "monitored_x", "id", ""),
        ]
    ),
    [[*drops(), *untimed(), *truncates(), *WHOLE, *AGAIN, loaded("t", 3, 3, MARKERS[0])], [loaded("t", 4, 2, MARKERS[2])]],
    asked={
        "cdc_pipeline_alerts": "source_name like 'monitored%'",
        "cdc_schema_versions": "table_id like 'monitored%'",
    },
)


def counted(found: Found, check: str) -> list[tuple[str, float]]:
    """Return what a check counts, by table."""
    rows = found.rows("cdc_pipeline_alerts", "check_name", "table_id", "value")
    return [(table_id, value) for name, table_id, value in rows if name == check]


def test_what_monitoring_counts(atlas: Atlas) -> None:
    """A row that was deleted while nothing was captured is counted once a load of the whole table has ended without it.

    So is a statement that may have dropped tables under other names, and a TRUNCATE without a number in another partition than rows of its
    second: not where each partition has it, there is one, or rows have no number, either. A schema of messages without Kafka's time begins
    at the commit time: as in the history, one that nothing contradicts is believed.
    """
    found = atlas.of(PAGE)
    [earlier] = found.earlier
    assert (counted(earlier, "unloaded_rows"), counted(found, "unloaded_rows")) == ([], [("monitored_m.d.t", 1)])
    assert counted(found, "rows_changed_by_ddl") == [("monitored_c.d.t", 2)]
    assert counted(found, "unordered_truncates") == [(r"monitored_o.d.o\.other", 1)]
    begins = found.rows("cdc_schema_versions", "table_id", "version_number", "valid_from")
    dates = [str(valid_from.date()) for table_id, _, valid_from in begins if table_id.startswith("monitored_u")]
    assert dates == ["2024-05-01", "2024-05-02"]


def versions(warehouse: Sandbox, table: str) -> int:
    """Return how many versions a table has."""
    return warehouse.spark.sql(f"describe history cdc.{table}").count()


@pytest.mark.thorough
def test_summaries_of_another_version(warehouse: Sandbox) -> None:
    """Another version of the project has made the summaries: they are made again. One that has its model's columns is left as it is."""
    warehouse.registry(PAGE.registry)
    warehouse.land(PAGE.portions[0])
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "+hourly_counts", "+observed_schemas")
    for table, columns in (("hourly_counts", "event_count, keyless_count"), ("observed_schemas", "table_id, basis")):
        rows = sorted(map(str, warehouse.spark.table(f"cdc.{table}").collect()))
        version = versions(warehouse, table)
        warehouse.dbt("run", "--select", table)
        assert versions(warehouse, table) == version
        warehouse.spark.sql(f"create or replace table cdc.{table} using delta as select * except ({columns}), 1 as former from cdc.{table}")
        warehouse.dbt("run", "--select", table)
        assert sorted(map(str, warehouse.spark.table(f"cdc.{table}").collect())) == rows
