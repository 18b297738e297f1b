"""Typed tables from the tables of one run of the history: deletes, moves and truncates; run together and one after the other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from random_history import Database, Event
from test_cdc_table import check, write_models
from test_history import append_events

from rosetta_cdc.sandbox import Sandbox

STATE, TYPED = ("path:models/state",), ("path:models/typed",)
COLUMNS = {"id": "string", "name": "string", "price": "string"}
FEED = "{{ config(tblproperties={'delta.enableChangeDataFeed': 'true'}) }}\n"


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


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 9))])
def test_what_one_run_has_changed(warehouse: Sandbox, seed: int) -> None:
    """After every run each typed table has the history's rows, whether the run's own tables were read or the history."""
    warehouse.start_empty()
    tables = ["a.db.t", "b.db.t"]
    write_models(warehouse, tables, COLUMNS)
    for name in ("typed_1", "typed_1_history"):
        path = warehouse.project / "models" / "typed" / f"{name}.sql"
        path.write_text(FEED + path.read_text(encoding="utf-8"), encoding="utf-8")
    commands = [(STATE + TYPED,), (STATE + TYPED,), (STATE, TYPED), (STATE,), (STATE + TYPED,), (STATE, TYPED)]
    databases = [CalmDatabase(seed, "a", "dts_avro"), CalmDatabase(seed + 100, "b", "canal")]
    for number, (portion, selections) in enumerate(zip(slices(databases, 90, len(commands)), commands, strict=True)):
        append_events(warehouse, portion, f"load {number}")
        for selection in selections:
            warehouse.dbt("run", "--select", *selection)
        if TYPED[0] in selections[-1]:
            check(warehouse, tables, {name: name for name in COLUMNS})
    if seed == 0:  # in other logs each run may have late events
        assert "Overwrite" in ways(warehouse, "typed_0")[1:]
        assert "Overwrite" in ways(warehouse, "typed_0_history")[1:]
    # All rows of a table that is written anew would stand in its change data feed.
    assert "Overwrite" not in ways(warehouse, "typed_1")[1:] + ways(warehouse, "typed_1_history")[1:]
