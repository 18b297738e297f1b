"""A landing that comes while a run looks up the topics' rules: no event is made without the rules of its topic."""

from __future__ import annotations

import pytest
from dbt.adapters.spark.session import Cursor

from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.traffic import bench_messages, registry_rows

CODES = ["dts_canal", "dtle"]


@pytest.mark.thorough
@pytest.mark.parametrize("is_first", [True, False])
def test_a_topic_that_lands_amid_a_run_waits_for_its_rules(warehouse: Sandbox, monkeypatch: pytest.MonkeyPatch, is_first: bool) -> None:
    warehouse.registry(registry_rows(CODES, "bench"))
    warehouse.dbt("seed")
    warehouse.land(bench_messages(20, CODES[:1]))
    if not is_first:
        warehouse.dbt("run", "--select", "+cdc_events")
        warehouse.land(bench_messages(20, CODES[:1], first=20))
    # At first the rules' table is made; later it is left, for what it is made of has not changed.
    look = "inner join registry" if is_first else "describe detail raw.kafka_topics"
    execute, late = Cursor.execute, list(bench_messages(20, CODES[1:]))

    def land_after_the_look(cursor: Cursor, sql: str, *parameters: object) -> None:
        execute(cursor, sql, *parameters)
        if late and look in sql:
            given, late[:] = list(late), []
            warehouse.land(given)

    monkeypatch.setattr(Cursor, "execute", land_after_the_look)
    warehouse.dbt("run", "--select", "+cdc_events")
    assert not late
    warehouse.dbt("run", "--select", "+cdc_events")
    rows = warehouse.spark.sql("select distinct source_name, format_basis from cdc.cdc_events order by all").collect()
    assert [tuple(row) for row in rows] == [("bench_dtle", "registry"), ("bench_dts_canal", "registry")]
