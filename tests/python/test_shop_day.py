"""A generated day of a shop in every format: what was meant against what was read."""

from __future__ import annotations

from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.shop.expected import shop_day_expectations
from rosetta_cdc.shop.traffic import ALL, registry_rows, shop_day


def as_stated(value: Any) -> Any:
    """Return a column's value as `Expectation.stated` gives it."""
    if isinstance(value, datetime):
        return round(value.replace(tzinfo=timezone.utc).timestamp() * 1000)
    if isinstance(value, Decimal):
        return int(value)
    return value


def test_the_day_is_read_as_it_was_meant(warehouse: Sandbox) -> None:
    """Every stated column of every event of every format, and no event beside them."""
    warehouse.registry(registry_rows(ALL))
    warehouse.land(shop_day(seed=7, messages=90))
    # What a user's `dbt build` does, up to the events: seeds, models, unit tests, data tests. The row history has tests of its own.
    warehouse.dbt("build", "--exclude", "path:models/state+")
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
    compiled = (warehouse.home / "dbt" / "target" / "run").rglob("*.sql")
    views = [path for path in compiled if "models" in path.parts and "internal" not in path.parts and "_unit_tests" not in str(path)]
    sizes = {path.name: len(path.read_text()) for path in views}
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
