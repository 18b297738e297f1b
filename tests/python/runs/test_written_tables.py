"""What a run writes, and what it leaves alone: the tables that live for one run, and the topic rules."""

from __future__ import annotations

import pytest
from test_history import STATE, append_events
from test_history_rules import Source

from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.traffic import bench_messages, registry_rows


def commits(warehouse: Sandbox, table: str) -> int:
    """Return the number of versions of a Delta table."""
    return len(warehouse.spark.sql(f"describe history cdc.{table}").collect())


def provider(warehouse: Sandbox, table: str) -> str:
    """Return the file format of a table."""
    rows = warehouse.spark.sql(f"describe extended cdc.{table}").collect()
    return next(row["data_type"] for row in rows if row["col_name"] == "Provider").lower()


@pytest.mark.thorough
def test_tables_of_a_run_that_another_version_made(warehouse: Sandbox) -> None:
    """They are made again, whatever they are; what a killed run left in their folders is overwritten."""
    warehouse.start_empty()
    source = Source("erp")
    for op in ("insert", "update", "update", "delete"):
        source.send("1", op)
    append_events(warehouse, source.events[:2], "first")
    warehouse.dbt("run", *STATE)
    spark = warehouse.spark
    spark.sql("drop table cdc.history_run")
    spark.sql("create table cdc.history_run using delta as select 'former' as row_id")
    # The first run, in full, has not made these two.
    spark.sql("create view cdc.row_entries as select 1 as former")
    spark.sql("create table cdc.rows_to_fold using parquet as select 1 as former")
    spark.sql("insert into cdc.folded_events select * from cdc.folded_events")
    append_events(warehouse, source.events[2:], "second")
    warehouse.dbt("run", *STATE)
    found = spark.sql("select version_number, op, is_current from cdc.cdc_row_history order by version_number").collect()
    assert [tuple(row) for row in found] == [(1, "insert", False), (2, "update", False), (3, "update", False), (4, "delete", True)]
    for table in ("history_run", "row_entries", "rows_to_fold", "folded_events"):
        assert provider(warehouse, table) == "parquet"


@pytest.mark.thorough
def test_a_run_writes_only_what_changed(warehouse: Sandbox) -> None:
    """Topic rules by new topics and another registry; tables of the history that get no row; nothing where nothing came.

    A run of the history names the tables that it has touched: typed tables of others are left, without a commit.
    """
    codes = ["dts_canal", "dtle"]
    warehouse.registry(registry_rows(codes[:1], "bench"))
    warehouse.land(bench_messages(20, codes[:1]))
    warehouse.build()
    for name in ("parcels", "others"):
        call = f"{{{{ cdc_table('bench_dts_canal', 'shop.{name}', {{'id': 'bigint'}}) }}}}"
        (warehouse.project / "models" / "typed" / f"{name}.sql").write_text(call, encoding="utf-8")
    warehouse.dbt("run", *STATE, "path:models/typed")
    rules = commits(warehouse, "cdc_topic_rules")
    unapplied, removed, closed = (commits(warehouse, table) for table in ("unapplied_row_events", "cdc_history_removed", "closed_versions"))
    parcels, others = commits(warehouse, "parcels"), commits(warehouse, "others")
    warehouse.dbt("run", "--selector", "typed")
    assert (commits(warehouse, "parcels"), commits(warehouse, "others")) == (parcels, others)

    warehouse.land(bench_messages(40, codes[:1], first=20))
    warehouse.dbt("run", "--selector", "hot")
    assert commits(warehouse, "cdc_topic_rules") == rules
    assert commits(warehouse, "unapplied_row_events") == unapplied
    assert commits(warehouse, "cdc_history_removed") == removed
    assert commits(warehouse, "closed_versions") == closed + 1
    before = {table: sorted(warehouse.spark.table(f"cdc.{table}").inputFiles()) for table in ("rows_to_fold", "folded_events")}
    states = commits(warehouse, "row_states")
    warehouse.dbt("run", "--selector", "hot")
    assert {table: sorted(warehouse.spark.table(f"cdc.{table}").inputFiles()) for table in before} == before
    assert commits(warehouse, "row_states") == states

    # Two runs of the history, of which the first has touched the table and the second does not.
    source = Source("erp")
    source.send("1", "insert")
    append_events(warehouse, source.events, "another table")
    warehouse.dbt("run", *STATE)
    warehouse.dbt("run", "--selector", "typed")
    assert commits(warehouse, "parcels") == parcels + 2  # rows, and up to which run they go
    assert commits(warehouse, "others") == others
    current = warehouse.spark.table("cdc.cdc_current_rows").where("table_id = 'bench_dts_canal.shop.parcels'")
    assert warehouse.spark.table("cdc.parcels").count() == current.count() > 0

    warehouse.registry(registry_rows(codes, "bench"))
    warehouse.dbt("seed")
    warehouse.run_events()
    warehouse.land(bench_messages(4, codes[1:]))
    warehouse.run_events()
    found = warehouse.spark.sql("select kafka_topic, registered_format from cdc.cdc_topic_rules order by kafka_topic").collect()
    assert [tuple(row) for row in found] == [("bench.dtle", "dtle"), ("bench.dts_canal", "dts_canal")]
    rules = commits(warehouse, "cdc_topic_rules")
    warehouse.run_events()
    assert commits(warehouse, "cdc_topic_rules") == rules
