"""The dbt snapshots over five runs: rows that change several times within one, go and come back, and a run with nothing new."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from reference_history import fold
from stored_history import StoredHistory
from test_cdc_table import store
from test_history import STATE, append_events

from rosetta_cdc.sandbox import DbtFailed, Sandbox

SNAPSHOTS = ("cdc_current_rows_snapshot", "example_orders_snapshot")
START = datetime(2024, 5, 6, 8, 0, 0)

UNSTATED = (
    "schema_name", "previous_primary_key", "previous_row_key", "other_row_key", "column_types", "source_position", "transaction_order",
    "pair_id", "ddl_text", "load_time",
)  # fmt: skip

# What happens before each run of the snapshots: operation, order, status, total.
RUNS: list[list[tuple[str, int, str, str]]] = [
    [("insert", 1, "placed", "1.10"), ("insert", 2, "placed", "2.00"), ("insert", 3, "placed", "3.00"), ("insert", 4, "placed", "1.10")],
    [
        ("update", 1, "paid", "1.10"), ("update", 1, "shipped", "1.10"),
        ("update", 2, "paid", "2.00"), ("update", 2, "placed", "2.00"),
        ("delete", 3, "placed", "3.00"),
        ("delete", 4, "placed", "1.10"), ("insert", 4, "placed", "1.10"),
        ("insert", 5, "placed", "5.00"), ("delete", 5, "placed", "5.00"),
    ],
    [],
    [
        ("insert", 3, "placed", "3.00"),
        ("delete", 1, "shipped", "1.10"), ("insert", 1, "placed", "9.99"), ("update", 1, "returned", "9.99"),
        ("update", 4, "placed", "1.1"),
    ],
    [("delete", 2, "placed", "2.00"), ("update", 1, "returned", "9.99"), ("delete", 3, "placed", "3.00"), ("insert", 3, "placed", "3.00")],
]  # fmt: skip

# Order, status, total, the run that met it first, the run that met it no more.
TEXTS = [
    (1, "placed", "1.10", 0, 1),
    (1, "shipped", "1.10", 1, 3),
    (1, "returned", "9.99", 3, None),
    (2, "placed", "2.00", 0, 4),
    (3, "placed", "3.00", 0, 1),
    (3, "placed", "3.00", 3, None),
    (4, "placed", "1.10", 0, 3),
    (4, "placed", "1.1", 3, None),
]
# 1.1 and 1.10 are two texts and one amount.
AMOUNTS = [(order, status, Decimal(total), *runs) for order, status, total, *runs in TEXTS[:6]] + [(4, "placed", Decimal("1.10"), 0, None)]


def events_of_run(number: int) -> list[dict[str, Any]]:
    """Return a run's changes as rows of `cdc_events`."""
    events = []
    for step, (op, order, status, total) in enumerate(RUNS[number]):
        at = START + timedelta(hours=number, seconds=step)
        image = {"id": str(order), "status": status, "total": total}
        offset = 100 * number + step
        is_delete = op == "delete"
        events.append({
            **dict.fromkeys(UNSTATED), "event_id": f"default/orders/0/{offset}/0", "kafka_cluster": "default", "kafka_topic": "orders",
            "kafka_topic_incarnation": 0, "kafka_partition": 0, "kafka_offset": offset, "row_index": 0, "kafka_timestamp": at,
            "source_name": "shop_dts_canal", "source_format": "dts_canal", "database_name": "shop", "table_name": "orders",
            "table_id": "shop_dts_canal.shop.orders", "event_kind": "row_change", "op": op, "source_op": op, "key_basis": "declared",
            "primary_key": {"id": str(order)}, "row_key": f"id={order}", "before": image if is_delete else None,
            "after": None if is_delete else image, "before_complete": is_delete or None, "after_complete": not is_delete or None,
            "committed_at": at, "sequence_number": Decimal(offset), "transaction_id": f"tx{offset}", "order_by": "arrival",
        })  # fmt: skip
    return events


def snapshot_runs(warehouse: Sandbox, change: Callable[[int], None]) -> None:
    """Change the current rows and take the snapshots, five times; compare what they hold then with what is written here."""
    spark = warehouse.spark
    began = []
    for number in range(len(RUNS)):
        change(number)
        began.append(spark.sql("select current_timestamp()").collect()[0][0])
        warehouse.dbt("snapshot", "--select", *SNAPSHOTS)

    def states(query: str) -> list[tuple[Any, ...]]:
        rows = spark.sql(query).collect()
        lasting = sorted((row["row_id"], row["dbt_valid_from"], row["dbt_valid_to"]) for row in rows if row["dbt_valid_to"] is not None)
        assert all(start < end for _, start, end in lasting)
        # A state that follows another in one run begins at the very instant at which that ends.
        for (one, _, end), (other, start, _) in pairwise(sorted((r["row_id"], r["dbt_valid_from"], r["dbt_valid_to"]) for r in rows)):
            if one == other:
                assert end == start or bisect_right(began, end) < bisect_right(began, start)
        runs = [[bisect_right(began, row[name]) - 1 if row[name] else None for name in ("dbt_valid_from", "dbt_valid_to")] for row in rows]
        return sorted((row["id"], row["status"], row["total"], *met) for row, met in zip(rows, runs, strict=True))

    columns = "int(row_image['id']) as id, row_image['status'] as status, row_image['total'] as total"
    assert states(f"select {columns}, * from cdc.cdc_current_rows_snapshot") == sorted(TEXTS)
    assert states("select order_id as id, * from cdc.example_orders_snapshot") == sorted(AMOUNTS)
    for snapshot in SNAPSHOTS:
        left_over = set(spark.table(f"cdc.{snapshot}").columns) - set(spark.table(f"cdc.{snapshot.removesuffix('_snapshot')}").columns)
        assert left_over == {"dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to"}
    assert not spark.sql("show tables in cdc like '*snapshot__dbt_tmp'").collect()
    for snapshot in SNAPSHOTS:
        with pytest.raises(DbtFailed, match=f"{snapshot}: with --empty it would find no rows and close the states of all rows"):
            warehouse.dbt("snapshot", "--empty", "--select", snapshot)


@pytest.mark.long
def test_snapshots(warehouse: Sandbox) -> None:
    """Rows as the reference model folds them, written anew before every run with another run_id."""
    history = StoredHistory(warehouse)
    so_far: list[dict[str, Any]] = []

    def change(number: int) -> None:
        so_far.extend(events_of_run(number))
        store(history, fold(so_far).versions, number)
        models = ("cdc_row_history", "cdc_current_rows", "cdc_cast_errors") if number == 0 else ()
        warehouse.dbt("run", "--select", *models, "example_orders")

    snapshot_runs(warehouse, change)


@pytest.mark.long
def test_snapshots_of_the_history(warehouse: Sandbox) -> None:
    """Rows as the models fold them; the run with nothing new is a full refresh of the history."""
    warehouse.start_empty()

    def change(number: int) -> None:
        if RUNS[number]:
            append_events(warehouse, events_of_run(number), f"load {number}")
        warehouse.dbt("run", *STATE, *(() if RUNS[number] else ("--full-refresh",)))
        warehouse.dbt("run", "--select", "cdc_cast_errors", "example_orders")

    snapshot_runs(warehouse, change)
