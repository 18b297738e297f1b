"""Comparisons of event rows and images."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from typing import Any

import pytest

from rosetta_cdc.landing.predicates import literal
from rosetta_cdc.sandbox import DbtFailed, Sandbox


def plain(value: Any) -> Any:
    """Return a value as fixtures write it: times and decimals as text."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(value, Decimal):
        return format(value, "f")
    return value


def in_order(image: dict[str, Any]) -> str:
    """Return what images are sorted by, so that they can be compared in any order."""
    return json.dumps(image, sort_keys=True)


def first_value(image: dict[str, str | None], *names: str) -> str | None:
    """Return the value of the first of some columns that has one."""
    return next((image[name] for name in names if image.get(name) is not None), None)


def assert_same_events(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """Compare two lists of events row for row and name the first differences."""
    ids = [event["event_id"] for event in found]
    assert len(ids) == len(set(ids)), "an event id stands twice"
    missing = {event["event_id"] for event in expected} - set(ids)
    surplus = set(ids) - {event["event_id"] for event in expected}
    assert not missing and not surplus, (
        f"missing {sorted(missing)[:5]}, surplus {sorted(surplus)[:5]}"
    )
    differences = [
        (one["event_id"], name, one[name], other[name])
        for one, other in zip(found, expected, strict=True)
        for name in other
        if one[name] != other[name]
    ]
    assert not differences, f"{len(differences)} differences, first {differences[:5]}"


def key_of_all_columns(**columns: str) -> str:
    """Return `row_key` of a row of a table without a key; values are escaped by the caller, NULLs left out."""
    return sha256("&".join(f"{name}={value}" for name, value in sorted(columns.items())).encode()).hexdigest()


SUMMARIES = ("hourly_counts", "observed_schemas")


def assert_summaries_hold(warehouse: Sandbox) -> None:
    """Compare the summaries of the events, as runs have left them, with full refreshes of them."""
    ways = []
    for command in ((), ("--full-refresh",)):
        warehouse.dbt("run", *command, "--select", *SUMMARIES)
        tables = [warehouse.spark.table(f"cdc.{name}").drop("events_id", "events_version") for name in SUMMARIES]
        ways.append([{repr(row) for row in table.collect()} for table in tables])
    for left, grown, counted in zip(SUMMARIES, *ways, strict=True):
        assert grown, left
        assert grown == counted, f"{left}: {sorted(grown - counted)[:2]}, meant {sorted(counted - grown)[:2]}"


def assert_a_loss_is_found(warehouse: Sandbox) -> None:
    """Take the event of a record away, and let the data test that guards completeness find it."""
    taken = warehouse.spark.sql("select event_id from cdc.cdc_events where rows_in_record = 1 limit 1").first().event_id
    warehouse.spark.sql(f"delete from cdc.cdc_events where event_id = {literal(taken)}")
    with pytest.raises(DbtFailed, match="every_record_became_events"):
        warehouse.dbt("test", "--select", "every_record_became_events")
