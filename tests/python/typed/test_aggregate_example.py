"""The example that aggregates incrementally equals a count from scratch after every run, over deletes and vanished versions, too."""

from __future__ import annotations

from random_history import portions_of_logs
from test_cdc_table import write_models
from test_history import append_events

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox

EXAMPLE = PROJECT / "models" / "examples" / "example_orders_of_a_day.sql"


def aggregate_of(table_id: str) -> str:
    """Return the example's SQL for a table of the random histories: by its names in the place of days."""
    text = EXAMPLE.read_text(encoding="utf-8").replace("shop_dts_canal.shop.orders", table_id).replace("example_orders", "typed_0")
    text = text.replace("try_cast(row_image['placed_at'] as date)", "row_image['name']").replace("cast(placed_at as date)", "name")
    text = text.replace("sum(total)", "count(price)")
    assert "placed_at" not in text
    return text


def test_it_equals_a_count_from_scratch(warehouse: Sandbox) -> None:
    warehouse.start_empty()
    landed = portions_of_logs(databases=6, size=60, count=4)
    counts: dict[str, int] = {}
    for event in (event for portion in landed for event in portion if event["table_id"]):
        counts[event["table_id"]] = counts.get(event["table_id"], 0) + 1
    table_id = max(counts, key=lambda name: counts[name])
    write_models(warehouse, [table_id], {"id": "string", "name": "string", "price": "string"})
    (warehouse.project / "models" / "typed" / "aggregate.sql").write_text(aggregate_of(table_id), encoding="utf-8")
    models = ("--select", "path:models/state", "path:models/typed")

    def check() -> None:
        found = warehouse.spark.sql("select order_day, order_count, total from cdc.aggregate where order_count > 0").collect()
        query = "select name, count(*), count(price) from cdc.typed_0 where name is not null group by name"
        assert sorted(map(tuple, found)) == sorted(map(tuple, warehouse.spark.sql(query).collect()))

    for number, portion in enumerate(landed):
        append_events(warehouse, portion, f"load {number}")
        warehouse.dbt("run", *models)
        check()
    assert warehouse.spark.sql(f"select * from cdc.cdc_history_removed where table_id = '{table_id}'").count() or warehouse.spark.table(
        "cdc.cdc_history_removed"
    ).count(), "no version ever vanished: the log is too tame"
    warehouse.dbt("run", "--full-refresh", "--select", "path:models/state")
    warehouse.dbt("run", "--select", "path:models/typed")
    check()
