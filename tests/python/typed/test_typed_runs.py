"""Typed tables from the tables of one run of the history: deletes, moves and truncates; run together and one after the other.

The example that aggregates incrementally goes with them.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from random_history import Database, Event, portions_of_logs
from test_cdc_table import check, write_models
from test_history import append_events

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox

STATE, TYPED = ("path:models/state",), ("path:models/typed",)
COLUMNS = {"id": "string", "name": "string", "price": "string"}
FEED = "{{ config(tblproperties={'delta.enableChangeDataFeed': 'true'}) }}\n"
EXAMPLE = PROJECT / "models" / "examples" / "example_orders_of_a_day.sql"


class CalmDatabase(Database):
    """A source whose events mostly come in the order of their moments."""

    def step(self) -> None:
        """Let one transaction happen, or a table be emptied."""
        self.strays = self.leaps = 0.0
        self.now += timedelta(seconds=1)
        self.transaction += 1
        if self.rng.random() < 0.05:
            self.empty()
        else:
            self.change()


def slices(databases: list[Database], events: int, count: int) -> list[list[Event]]:
    """Return the events of all sources, so many of each, in so many portions; a record stays whole."""
    result: list[list[Event]] = [[] for _ in range(count)]
    for database in databases:
        log = database.log(events)
        for number, event in enumerate(log):
            begun = next(earlier for earlier in range(number, -1, -1) if not log[earlier]["row_index"])
            result[min(begun * count // events, count - 1)].append(event)
    return result


def ways(warehouse: Sandbox, table: str) -> list[str]:
    """Return how the commits of a table have written it: `MERGE`, or the mode of a `WRITE`; oldest first."""
    log = warehouse.spark.sql(f"describe history cdc.{table}").collect()
    return [row.operationParameters.get("mode", row.operation) for row in reversed(log) if row.operation in ("WRITE", "MERGE")]


def aggregate_of(number: int, table_id: str) -> str:
    """Return the example's SQL for a table of the random histories, of whose rows there is a model: by its names in the place of days."""
    text = EXAMPLE.read_text(encoding="utf-8").replace("shop_dts_canal.shop.orders", table_id)
    text = text.replace("try_cast(row_image['placed_at'] as date)", "row_image['name']").replace("cast(placed_at as date)", "name")
    text = text.replace("example_orders", f"typed_{number}").replace("sum(total)", "count(price)")
    assert "placed_at" not in text
    return text


def check_aggregate(warehouse: Sandbox, number: int) -> None:
    """Compare the example with a count from scratch."""
    found = warehouse.spark.sql("select order_day, order_count, total from cdc.aggregate where order_count > 0").collect()
    query = f"select name, count(*), count(price) from cdc.typed_{number} where name is not null group by name"
    counted = warehouse.spark.sql(query).collect()
    assert sorted(map(tuple, found)) == sorted(map(tuple, counted))
    assert counted


@pytest.mark.parametrize(
    ("seed", "runs"),
    [
        (0, 3),
        pytest.param(0, 6, marks=pytest.mark.thorough),
        *(pytest.param(seed, 6, marks=pytest.mark.long) for seed in range(1, 9)),
    ],
)
def test_what_one_run_has_changed(warehouse: Sandbox, seed: int, runs: int) -> None:
    """After every run each typed table has the history's rows, whether the run's own tables were read or the history.

    The other sources have late events, for which versions vanish, in some of the runs; the example counts rows of one of them. After six
    runs all is folded in full.
    """
    warehouse.start_empty()
    wild = portions_of_logs(databases=6, size=60, count=3)
    sizes = Counter(event["table_id"] for portion in wild for event in portion if event["table_id"])
    is_whole = runs > 3
    tables = [*(["a.db.t", "b.db.t"] if is_whole else ["a.db.t"]), max(sizes, key=lambda table: sizes[table])]
    last = len(tables) - 1
    write_models(warehouse, tables, COLUMNS)
    for name in ("typed_1", "typed_1_history"):
        path = warehouse.project / "models" / "typed" / f"{name}.sql"
        path.write_text(FEED + path.read_text(encoding="utf-8"), encoding="utf-8")
    (warehouse.project / "models" / "typed" / "aggregate.sql").write_text(aggregate_of(last, tables[last]), encoding="utf-8")
    commands = [(STATE + TYPED,), (STATE + TYPED,), (STATE, TYPED), (STATE,), (STATE + TYPED,), (STATE, TYPED)][:runs]
    landed = slices([CalmDatabase(seed, "a", "dts_avro"), CalmDatabase(seed + 100, "b", "canal")], 90, len(commands))
    for number, portion in zip((0, -2, -1), wild, strict=True):
        landed[number] += portion
    for number, (portion, selections) in enumerate(zip(landed, commands, strict=True)):
        append_events(warehouse, portion, f"load {number}")
        for selection in selections:
            warehouse.dbt("run", "--select", *selection)
        if TYPED[0] in selections[-1]:
            check(warehouse, tables, {name: name for name in COLUMNS})
            check_aggregate(warehouse, last)
    if seed == 0 and is_whole:  # in other logs each run may have late events
        assert "Overwrite" in ways(warehouse, "typed_0")[1:]
        assert "Overwrite" in ways(warehouse, "typed_0_history")[1:]
    assert warehouse.spark.table("cdc.cdc_history_removed").count(), "no version ever vanished: the log is too tame"
    # All rows of a table that is written anew would stand in its change data feed.
    assert "Overwrite" not in ways(warehouse, "typed_1")[1:] + ways(warehouse, "typed_1_history")[1:]
    if is_whole:
        warehouse.dbt("run", "--full-refresh", "--select", *STATE)
        warehouse.dbt("run", "--select", *TYPED)
        check(warehouse, tables, {name: name for name in COLUMNS})
        check_aggregate(warehouse, last)
